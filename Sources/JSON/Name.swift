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
    guard count == text.bytes.count else { return false }
    return unsafe text.bytes.withUnsafeBytes { bytes in
      guard let other = bytes.baseAddress else { return true }
      return unsafe RawBytes.equal(base, other, count)
    }
  }

  /// A copy of the name.
  @inlinable public var text: Text {
    Text(unsafe Array(UnsafeRawBufferPointer(start: base, count: count)))
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
