import Glibc

/// Unbuffered text output to a descriptor; a written line is out when the call returns.
public struct Output: Sendable {
  /// Standard output.
  public static let standard = Output(descriptor: 1)
  /// Standard error.
  public static let error = Output(descriptor: 2)

  /// Where it goes; not owned.
  public let descriptor: Int32

  /// An output to a descriptor that stays the caller's.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes all bytes, waiting as long as it takes; `EPIPE` where nobody reads any more.
  public func write(_ bytes: Span<UInt8>) throws(Errno) {
    var done = 0
    while done < bytes.count {
      let rest = bytes.extracting(done...)
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        done += count
        continue
      }
      let error = Errno.current
      switch error.number {
      case EINTR: continue
      case EAGAIN:
        var entries = [PollEntry(descriptor, read: false, write: true)]
        _ = try PollEntry.wait(&entries, milliseconds: nil)
      default: throw error
      }
    }
  }

  /// Writes all bytes of an array.
  public func write(_ bytes: [UInt8]) throws(Errno) {
    try write(bytes.span)
  }

  /// Writes a line and its end.
  public func line(_ text: String) throws(Errno) {
    var bytes = Array(text.utf8)
    bytes.append(10)
    try write(bytes)
  }
}
