internal import Glibc

extension Span<UInt8> {
  /// Whether both have the same bytes.
  @inlinable @inline(__always) public func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBytes { left in
      unsafe other.withUnsafeBytes { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        return unsafe RawBytes.equal(left, right, count)
      }
    }
  }

  /// Whether these are the bytes of a text.
  @inlinable public func isEqual(to text: Text) -> Bool {
    guard count == text.count else { return false }
    return text.withSpan { isEqual(to: $0) }
  }

  /// Where a byte is found first from `start` on; nil where it is not.
  public func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start >= 0, start < bytes.count,
        let found = unsafe memchr(base + start, Int32(byte), bytes.count &- start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// The word of the eight bytes at `index`, in the machine's order.
  ///
  /// - Precondition: All eight are within the span.
  @inlinable @inline(__always) public func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index <= count &- 8, "beyond the end of the span")
    return unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
  }
}
