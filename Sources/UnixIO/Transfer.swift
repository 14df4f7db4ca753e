import Glibc

/// What became of one attempt to move bytes through a socket.
public enum Transfer: Equatable, Sendable {
  /// So many bytes were moved; at least one, unless none were asked for.
  case count(Int)
  /// None now: wait until the descriptor is ready.
  case wouldBlock
  /// The peer has ended its side (receiving), or is gone (sending, or after a reset).
  case ended

  /// Reads what is there into `buffer` with one recv(2); any error but `EAGAIN` is `ended`.
  public static func receive(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) -> Transfer {
    guard unsafe !buffer.isEmpty else { return .count(0) }
    while true {
      let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .count(count) }
      if count == 0 { return .ended }
      if errno == EAGAIN { return .wouldBlock }
      if errno != EINTR { return .ended }
    }
  }

  /// Reads at most `limit` bytes and appends them to `bytes`.
  public static func receive(
    _ descriptor: Int32, appendingTo bytes: inout [UInt8], limit: Int = 65536
  ) -> Transfer {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: max(limit, 1)))
    let result = unsafe bytes.withUnsafeMutableBytes { all in
      unsafe receive(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: all[start...]))
    }
    var count = 0
    if case .count(let received) = result { count = received }
    bytes.removeLast(bytes.count - start - count)
    return result
  }

  /// Writes what fits of `buffer` with one send(2), without SIGPIPE.
  public static func send(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Transfer {
    guard unsafe !buffer.isEmpty else { return .count(0) }
    while true {
      let count = unsafe Glibc.send(
        descriptor, buffer.baseAddress, buffer.count,
        Int32(truncatingIfNeeded: Int(MSG_NOSIGNAL) | Int(MSG_DONTWAIT)))
      if count >= 0 { return .count(count) }
      if errno == EAGAIN { return .wouldBlock }
      if errno != EINTR { return .ended }
    }
  }

  /// Writes what fits of `bytes`.
  public static func send(_ descriptor: Int32, _ bytes: Span<UInt8>) -> Transfer {
    unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0) }
  }

  /// Tells the peer that nothing more comes (shutdown(2) of the writing side).
  public static func endWriting(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(truncatingIfNeeded: Int(SHUT_WR)))
  }
}
