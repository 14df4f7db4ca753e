import JSON

/// Base64 as RFC 4648 has it, in the standard and the URL-safe alphabet, with or without padding.
enum Base64 {
  /// Appends the bytes; false for what is not base64.
  static func decode(_ text: Span<UInt8>, into out: inout Bytes) -> Bool {
    var end = text.count
    while end > 0, end > text.count - 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    guard end % 4 != 1, end == text.count || text.count % 4 == 0 else { return false }
    out.reserve(end / 4 * 3 + 2)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for index in 0..<end {
      let value = value(of: text[index])
      guard value < 64 else { return false }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      out.append(byte: UInt8(truncatingIfNeeded: bits >> count))
      bits &= (1 << count) - 1
    }
    return bits == 0
  }

  @inline(__always) private static func value(of digit: UInt8) -> UInt8 {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: 64
    }
  }
}
