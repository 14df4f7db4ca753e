/// A member's name, unescaped, as ``Document/members(_:_:)`` shows it.
///
/// It is a view into the document and cannot be kept: take ``text`` for that.
@safe public struct Name: ~Copyable {
  @usableFromInline let base: UnsafeRawPointer

  /// How many bytes the name has.
  public let count: Int

  @inlinable @inline(__always) init(base: UnsafeRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// Whether the name is `literal`, byte for byte.
  @inlinable @inline(__always) public func `is`(_ literal: StaticString) -> Bool {
    guard count == literal.utf8CodeUnitCount else { return false }
    return unsafe RawBytes.equal(base, UnsafeRawPointer(literal.utf8Start), count)
  }

  /// Whether the name is `text`, byte for byte.
  @_disfavoredOverload
  @inlinable @inline(__always) public func `is`(_ text: Text) -> Bool {
    guard count == text.count else { return false }
    return unsafe text.withUnsafeBytes { bytes in
      guard let other = bytes.baseAddress else { return true }
      return unsafe RawBytes.equal(base, other, count)
    }
  }

  /// Whether the name begins with `prefix`, byte for byte.
  @inlinable @inline(__always) public func starts(_ prefix: StaticString) -> Bool {
    let length = prefix.utf8CodeUnitCount
    guard count >= length else { return false }
    return unsafe RawBytes.equal(base, UnsafeRawPointer(prefix.utf8Start), length)
  }

  /// The first byte; nil of an empty name.
  @inlinable @inline(__always) public var first: UInt8? {
    count > 0 ? unsafe base.load(as: UInt8.self) : nil
  }

  /// The bytes of the name.
  @inlinable @inline(__always) var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: base, count: count)
  }

  /// A copy of the name.
  @inlinable public var text: Text {
    unsafe Text(copying: bytes)
  }

  /// The same hash as ``Text/hash``.
  @inlinable @inline(__always) public var hash: UInt64 { unsafe RawBytes.hash(base, count) }

  /// Shows the name's bytes to `body`.
  @inlinable @inline(__always)
  public func withSpan<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    let bytes = unsafe UnsafeBufferPointer(
      start: base.assumingMemoryBound(to: UInt8.self), count: count)
    return try unsafe body(bytes.span)
  }
}
