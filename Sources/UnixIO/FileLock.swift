import Glibc

/// Exclusive locks on files (flock(2)); a lock lives as long as its descriptor.
public enum FileLock {
  /// Opens `path`, made with mode 0600 where it is absent, and takes the lock without waiting.
  ///
  /// - Throws: `wouldBlock` while another process holds it.
  public static func take(_ path: String) throws(Errno) -> OwnedDescriptor {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let raw = try retrying { unsafe Int(open(path, flags, 0o600)) }
    let file = OwnedDescriptor(owning: Int32(truncatingIfNeeded: raw))
    _ = try retrying { Int(flock(file.raw, LOCK_EX | LOCK_NB)) }
    return file
  }
}
