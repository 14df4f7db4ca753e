extension Bytes {
  /// Lends `body` a buffer that lives on the stack as long as it needs no more than `capacity` bytes, and
  /// is small.
  @inlinable public static func withTemporary<R, E: Error>(
    capacity: Int, _ body: (inout Bytes) throws(E) -> R
  ) throws(E) -> R {
    let room = max(capacity, 0) + padding
    return try unsafe withUnsafeTemporaryAllocation(byteCount: room, alignment: 16) {
      memory throws(E) -> R in
      var bytes = unsafe Bytes(borrowing: memory)
      return try body(&bytes)
    }
  }

  /// Makes an empty buffer in memory that somebody else owns, to which nothing is given back.
  @usableFromInline init(borrowing memory: UnsafeMutableRawBufferPointer) {
    self.init()
    guard let start = memory.baseAddress else { return }
    unsafe first = start
    capacity = memory.count &- Bytes.padding
  }
}
