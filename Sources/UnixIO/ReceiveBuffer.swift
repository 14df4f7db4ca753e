import Glibc

/// One buffer that a loop reads all its sockets into; what stays unfinished is copied by the reader.
@safe
public struct ReceiveBuffer: ~Copyable {
  private let bytes: UnsafeMutableRawBufferPointer

  /// A buffer for at most `capacity` bytes at a time.
  public init(capacity: Int) {
    unsafe bytes = .allocate(byteCount: max(capacity, 1), alignment: 64)
  }

  deinit {
    unsafe bytes.deallocate()
  }

  /// Reads once from a socket and lends what came; the buffer's next use overwrites it.
  ///
  /// - Parameter body: called only where at least one byte came.
  public mutating func receive(
    from descriptor: Int32, _ body: (Span<UInt8>) -> Void
  ) -> Transfer {
    let result = unsafe Transfer.receive(descriptor, into: bytes)
    if case .count(let count) = result, count > 0 {
      let filled = unsafe UnsafeRawBufferPointer(bytes).bindMemory(to: UInt8.self)
      body(unsafe Span(_unsafeElements: unsafe UnsafeBufferPointer(rebasing: filled[..<count])))
    }
    return result
  }
}
