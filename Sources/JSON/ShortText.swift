/// Up to 14 bytes and their number; bytes beyond it are zero, so that equal texts are equal words.
@frozen @usableFromInline
struct ShortText: BitwiseCopyable, Equatable, Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var middle: UInt32 = 0
  @usableFromInline var high: UInt16 = 0
  @usableFromInline var count: UInt8 = 0

  @inlinable @inline(__always) init() {}

  /// The bytes as two words in the machine's order, with zeros after the last.
  @inline(__always) var words: (low: UInt64, high: UInt64) {
    (low, (UInt64(middle.littleEndian) | UInt64(high.littleEndian) &<< 32).littleEndian)
  }

  /// Copies memory.
  ///
  /// - Precondition: It is no longer than ``Text/inlineCapacity``.
  @inlinable init(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count <= Text.inlineCapacity, "too long for a short text")
    unsafe withUnsafeMutableBytes(of: &self) { unsafe $0.copyMemory(from: bytes) }
    count = UInt8(truncatingIfNeeded: bytes.count)
  }
}
