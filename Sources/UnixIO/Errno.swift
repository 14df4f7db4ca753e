import Glibc

/// An error number of the system, with its symbolic name and text (errno(3)).
public struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number, as in `<errno.h>`; never negative.
  public let number: Int32

  /// Makes one of a number; the sign is dropped, so that `-errno` results fit.
  public init(_ number: Int32) {
    self.number = number == .min ? .max : abs(number)
  }

  /// What the last failed call of this thread left; to be read on the next line.
  public static var current: Errno { Errno(errno) }

  /// The symbolic name, such as `ENOENT`; `E` and the number where it is not one of the usual.
  public var name: String { Errno.names[number] ?? "E\(number)" }

  /// The system's English text, such as `No such file or directory`.
  public var text: String {
    guard let text = unsafe strerror(number) else { return "unknown error" }
    return unsafe String(cString: text)
  }

  /// Text and name, such as `No such file or directory (ENOENT)`.
  public var description: String { "\(text) (\(name))" }

  private static let names: [Int32: String] = [
    EPERM: "EPERM", ENOENT: "ENOENT", EINTR: "EINTR", EIO: "EIO", E2BIG: "E2BIG", EBADF: "EBADF",
    EAGAIN: "EAGAIN", ENOMEM: "ENOMEM", EACCES: "EACCES", EFAULT: "EFAULT", EBUSY: "EBUSY",
    EEXIST: "EEXIST", ENODEV: "ENODEV", ENOTDIR: "ENOTDIR", EISDIR: "EISDIR", EINVAL: "EINVAL",
    ENFILE: "ENFILE", EMFILE: "EMFILE", EFBIG: "EFBIG", ENOSPC: "ENOSPC", EROFS: "EROFS",
    EPIPE: "EPIPE", ENAMETOOLONG: "ENAMETOOLONG", ELOOP: "ELOOP", EOVERFLOW: "EOVERFLOW",
    ENOTSOCK: "ENOTSOCK", EPROTOTYPE: "EPROTOTYPE", EADDRINUSE: "EADDRINUSE",
    ECONNABORTED: "ECONNABORTED", ECONNRESET: "ECONNRESET", ENOBUFS: "ENOBUFS",
    EISCONN: "EISCONN", ENOTCONN: "ENOTCONN", ETIMEDOUT: "ETIMEDOUT",
    ECONNREFUSED: "ECONNREFUSED", EDQUOT: "EDQUOT", ENOSYS: "ENOSYS",
  ]
}

extension Errno {
  /// Nothing can be read or written now (`EAGAIN`, the same as `EWOULDBLOCK` on Linux).
  public static let wouldBlock = Errno(EAGAIN)
  /// The name does not exist (`ENOENT`).
  public static let notFound = Errno(ENOENT)
  /// The caller may not (`EACCES`).
  public static let accessDenied = Errno(EACCES)
  /// Something has that name already (`EEXIST`).
  public static let exists = Errno(EEXIST)
  /// Longer than the limit of the call (`EFBIG`).
  public static let tooLarge = Errno(EFBIG)
  /// This process has no descriptor left (`EMFILE`).
  public static let tooManyDescriptors = Errno(EMFILE)
  /// The machine has no descriptor left (`ENFILE`).
  public static let tooManyFiles = Errno(ENFILE)
  /// Nobody listens there (`ECONNREFUSED`).
  public static let refused = Errno(ECONNREFUSED)
  /// It took too long (`ETIMEDOUT`).
  public static let timedOut = Errno(ETIMEDOUT)
}

/// Repeats a call while a signal interrupts it; the result is not negative.
@inline(__always)
func retrying(_ call: () -> Int) throws(Errno) -> Int {
  while true {
    let result = call()
    if result >= 0 { return result }
    let error = Errno.current
    if error.number != EINTR { throw error }
  }
}
