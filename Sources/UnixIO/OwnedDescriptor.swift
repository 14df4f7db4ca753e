import Glibc

/// A file descriptor with one owner, closed when the owner's life ends.
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number, for calls that borrow it; never to be closed by the borrower.
  public let raw: Int32

  /// Takes over an open descriptor.
  public init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    _ = Glibc.close(raw)
  }

  /// Closes it and tells how that went; a descriptor is gone on Linux also after an error.
  public consuming func close() throws(Errno) {
    let number = raw
    discard self
    if Glibc.close(number) < 0 {
      let error = Errno.current
      if error.number != EINTR { throw error }
    }
  }

  /// Gives the number away without closing it.
  public consuming func release() -> Int32 {
    let number = raw
    discard self
    return number
  }

  /// Makes calls return `wouldBlock` instead of waiting, and keeps it from child processes.
  public borrowing func setNonblocking() throws(Errno) {
    try Descriptor.setNonblocking(raw)
  }
}

/// Calls on descriptors that somebody else owns.
public enum Descriptor {
  /// Sets `O_NONBLOCK` and `FD_CLOEXEC`.
  public static func setNonblocking(_ raw: Int32) throws(Errno) {
    let flags = try retrying { Int(fcntl(raw, F_GETFL)) }
    _ = try retrying { Int(fcntl(raw, F_SETFL, Int32(truncatingIfNeeded: flags) | O_NONBLOCK)) }
    _ = try retrying { Int(fcntl(raw, F_SETFD, FD_CLOEXEC)) }
  }

  /// Whether it is a terminal (isatty(3)).
  public static func isTerminal(_ raw: Int32) -> Bool {
    isatty(raw) == 1
  }
}

extension Descriptor {
  /// A descriptor without use, to be given back when others are needed; nil where none is left.
  public static func reserve() -> OwnedDescriptor? {
    let raw = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    return raw < 0 ? nil : OwnedDescriptor(owning: raw)
  }
}
