extension Bytes {
  /// Shows all bytes to `body`.
  @inlinable @inline(__always)
  public borrowing func withUnsafeBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeRawBufferPointer(start: first, count: held))
  }

  /// Shows all bytes to `body`.
  @inlinable @inline(__always)
  public borrowing func withSpan<R, E: Error>(
    _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let bytes = unsafe UnsafeBufferPointer(
      start: UnsafePointer(first.assumingMemoryBound(to: UInt8.self)), count: held)
    return try unsafe body(bytes.span)
  }

  /// Shows the bytes of `range` to `body`.
  ///
  /// - Precondition: `range` lies within the buffer.
  @inlinable @inline(__always)
  public borrowing func withSpan<R, E: Error>(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    precondition(range.lowerBound >= 0 && range.upperBound <= held, "beyond the end of the buffer")
    let start = unsafe first.advanced(by: range.lowerBound).assumingMemoryBound(to: UInt8.self)
    let bytes = unsafe UnsafeBufferPointer(start: UnsafePointer(start), count: range.count)
    return try unsafe body(bytes.span)
  }

  /// A copy of the bytes of `range`.
  ///
  /// - Precondition: `range` lies within the buffer.
  public borrowing func array(_ range: Range<Int>) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= held, "beyond the end of the buffer")
    return unsafe Array(UnsafeRawBufferPointer(start: first + range.lowerBound, count: range.count))
  }

  /// A copy of all bytes.
  public var text: Text { text(0..<held) }

  /// A copy of the bytes of `range`.
  ///
  /// - Precondition: `range` lies within the buffer.
  public borrowing func text(_ range: Range<Int>) -> Text { withSpan(range) { Text(copying: $0) } }
}
