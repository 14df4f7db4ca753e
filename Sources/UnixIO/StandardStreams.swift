import Glibc

/// The three descriptors that every program expects to have.
public enum StandardStreams {
  /// Puts `/dev/null` in place of standard streams that whoever started this process has closed.
  ///
  /// Otherwise the next socket or file takes the number, and gets what was meant for the user. It is
  /// opened the wrong way round, so that using it still fails with `EBADF`.
  public static func ensureOpen() {
    for raw: Int32 in 0...2 where fcntl(raw, F_GETFD) < 0 {
      unsafe _ = open("/dev/null", raw == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
