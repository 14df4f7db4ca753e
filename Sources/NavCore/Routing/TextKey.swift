import JSON

/// A text as two words and its length, which tell texts of up to 16 bytes apart.
struct TextKey: BitwiseCopyable, Equatable {
  /// The first eight bytes, or what there is of them.
  let first: UInt64
  /// The last eight bytes; the two overlap in a text of less than 16.
  let last: UInt64
  let count: Int32

  static let empty = TextKey()

  private init() { (first, last, count) = (0, 0, 0) }

  /// Whether equal keys mean equal texts.
  var isWhole: Bool { count <= 16 }

  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let start = range.lowerBound
    let end = range.upperBound
    count = Int32(truncatingIfNeeded: end &- start)
    let raw = unsafe bytes.bytes
    switch range.count {
    case 8...:
      first = unsafe raw.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
      last = unsafe raw.unsafeLoadUnaligned(fromByteOffset: end &- 8, as: UInt64.self)
    case 4...:
      first = unsafe UInt64(raw.unsafeLoadUnaligned(fromByteOffset: start, as: UInt32.self))
      last = unsafe UInt64(raw.unsafeLoadUnaligned(fromByteOffset: end &- 4, as: UInt32.self))
    case 1...:
      first = UInt64(bytes[start]) | UInt64(bytes[start &+ range.count / 2]) &<< 8
      last = UInt64(bytes[end &- 1])
    default: (first, last) = (0, 0)
    }
  }

  /// A hash of the text in a scope, the same in every run.
  func hash(_ scope: Int32, _ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    let head = UInt64(UInt32(bitPattern: scope)) &<< 32 | UInt64(UInt32(bitPattern: count))
    var state = TextKey.mix(first ^ TextKey.mix(last ^ head))
    guard !isWhole else { return state }
    let raw = unsafe bytes.bytes
    var at = range.lowerBound &+ 8
    while at < range.upperBound &- 8 {
      state = unsafe TextKey.mix(
        state ^ raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
      at &+= 8
    }
    return state
  }

  @inline(__always) private static func mix(_ word: UInt64) -> UInt64 {
    let wide = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return wide.high ^ wide.low ^ (word &>> 32)
  }
}

/// Whether the bytes in a range are those of a text.
func equal(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: Text) -> Bool {
  bytes.extracting(range).isEqual(to: text)
}
