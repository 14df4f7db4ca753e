/// Up to 14 bytes and their number; bytes beyond it are zero, so that equal texts are equal words.
@frozen @usableFromInline
struct ShortText: BitwiseCopyable, Equatable, Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var middle: UInt32 = 0
  @usableFromInline var high: UInt16 = 0
  @usableFromInline var count: UInt8 = 0

  @inlinable @inline(__always) init() {}

  /// The bytes as two words, the first byte lowest, with spaces after the last.
  @inline(__always) var words: (low: UInt64, high: UInt64) {
    let spaces: UInt64 = 0x2020_2020_2020_2020
    let used = UInt64(count) &* 8
    let high = UInt64(middle.littleEndian) | UInt64(self.high.littleEndian) &<< 32
    return used < 64
      ? (low.littleEndian | spaces &<< used, spaces)
      : (low.littleEndian, high | spaces &<< (used &- 64))
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
