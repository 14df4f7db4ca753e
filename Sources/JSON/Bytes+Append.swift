extension Bytes {
  /// Appends a literal.
  @inlinable @inline(__always) public mutating func append(_ literal: StaticString) {
    let count = literal.utf8CodeUnitCount
    reserve(count)
    unsafe (first + held).copyMemory(from: literal.utf8Start, byteCount: count)
    held &+= count
  }

  /// Appends a literal that needs no escapes as a JSON string, with its quotes.
  @inlinable @inline(__always)
  public mutating func append(quotedPlain literal: StaticString) {
    let count = literal.utf8CodeUnitCount
    reserve(count &+ 2)
    let place = unsafe first + held
    unsafe place.storeBytes(of: 0x22, as: UInt8.self)
    unsafe (place + 1).copyMemory(from: literal.utf8Start, byteCount: count)
    unsafe place.storeBytes(of: 0x22, toByteOffset: count &+ 1, as: UInt8.self)
    held &+= count &+ 2
  }

  /// Appends a text's bytes as they are.
  @_disfavoredOverload
  @inlinable public mutating func append(_ text: Text) {
    unsafe text.withUnsafeBytes { unsafe append(raw: $0) }
  }

  /// Appends an array's bytes.
  @inlinable public mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append(raw: $0) }
  }

  /// Appends a span's bytes.
  @inlinable public mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe append(raw: $0) }
  }

  /// Appends one byte.
  @inlinable @inline(__always) public mutating func append(byte: UInt8) {
    reserve(1)
    unsafe first.storeBytes(of: byte, toByteOffset: held, as: UInt8.self)
    held &+= 1
  }

  /// Appends the eight bytes of a word, in the machine's order, for records that never leave it.
  @inlinable @inline(__always) public mutating func append(word: UInt64) {
    reserve(8)
    unsafe first.storeBytes(of: word, toByteOffset: held, as: UInt64.self)
    held &+= 8
  }

  /// Puts a word in place of the eight bytes at `index`.
  ///
  /// - Precondition: All eight are within the buffer.
  @inlinable @inline(__always) public mutating func replace(word: UInt64, at index: Int) {
    precondition(index >= 0 && index <= held &- 8, "beyond the end of the buffer")
    unsafe first.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
  }

  /// The word of the eight bytes at `index`, in the machine's order.
  ///
  /// - Precondition: All eight are within the buffer.
  @inlinable @inline(__always) public func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index <= held &- 8, "beyond the end of the buffer")
    return unsafe first.loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  /// Appends another buffer's bytes of `range`.
  ///
  /// - Precondition: `range` lies within `other`.
  @inlinable public mutating func append(_ other: borrowing Bytes, _ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= other.held, "beyond the end of the buffer")
    unsafe append(
      raw: UnsafeRawBufferPointer(start: other.first + range.lowerBound, count: range.count))
  }

  /// Appends all bytes of another buffer.
  @inlinable public mutating func append(_ other: borrowing Bytes) {
    append(other, 0..<other.held)
  }

  /// Appends a copy of what the buffer itself holds in `range`.
  ///
  /// - Precondition: `range` lies within the buffer.
  @inlinable public mutating func append(copying range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= held, "beyond the end of the buffer")
    reserve(range.count)
    unsafe (first + held).copyMemory(from: first + range.lowerBound, byteCount: range.count)
    held &+= range.count
  }

  /// Appends memory.
  @inlinable @inline(__always) mutating func append(raw bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe (first + held).copyMemory(from: start, byteCount: bytes.count)
    held &+= bytes.count
  }

  /// Lets `body` write up to `limit` bytes at the end, and keeps as many as it says it wrote.
  ///
  /// - Returns: What `body` returned, even if negative; then nothing is kept.
  @discardableResult
  @inlinable public mutating func fill<E: Error>(
    atMost limit: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) -> Int {
    let room = max(limit, 0)
    reserve(room)
    let written = try unsafe body(UnsafeMutableRawBufferPointer(start: first + held, count: room))
    held &+= max(0, min(written, room))
    return written
  }
}
