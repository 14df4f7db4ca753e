import JSON

/// Base64 as RFC 4648 has it, in the standard and the URL-safe alphabet, with or without padding.
enum Base64 {
  /// Appends the bytes; false for what is not base64.
  static func decode(_ text: Span<UInt8>, into out: inout Bytes) -> Bool {
    var end = text.count
    while end > 0, end > text.count - 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    guard end % 4 != 1, end == text.count || text.count % 4 == 0 else { return false }
    out.reserve(end / 4 * 3 + 2)
    var at = 0
    while at &+ 4 <= end {
      let bits =
        value(text[at]) &<< 18 | value(text[at &+ 1]) &<< 12 | value(text[at &+ 2]) &<< 6
        | value(text[at &+ 3])
      guard bits < 1 &<< 24 else { return false }
      out.append(byte: UInt8(truncatingIfNeeded: bits &>> 16))
      out.append(byte: UInt8(truncatingIfNeeded: bits &>> 8))
      out.append(byte: UInt8(truncatingIfNeeded: bits))
      at &+= 4
    }
    guard at < end else { return true }
    var bits = value(text[at]) &<< 18 | value(text[at &+ 1]) &<< 12
    if at &+ 2 < end { bits |= value(text[at &+ 2]) &<< 6 }
    guard bits < 1 &<< 24 else { return false }
    out.append(byte: UInt8(truncatingIfNeeded: bits &>> 16))
    guard at &+ 2 < end else { return bits & 0xFFFF == 0 }
    out.append(byte: UInt8(truncatingIfNeeded: bits &>> 8))
    return bits & 0xFF == 0
  }

  /// A digit's value; more than 24 bits, wherever it is shifted to, for what is none.
  @inline(__always) private static func value(_ digit: UInt8) -> UInt32 { values[Int(digit)] }

  private static let values = InlineArray<256, UInt32> { index in
    switch UInt8(truncatingIfNeeded: index) {
    case let digit where digit >= UInt8(ascii: "A") && digit <= UInt8(ascii: "Z"):
      UInt32(digit - UInt8(ascii: "A"))
    case let digit where digit >= UInt8(ascii: "a") && digit <= UInt8(ascii: "z"):
      UInt32(digit - UInt8(ascii: "a") + 26)
    case let digit where digit >= UInt8(ascii: "0") && digit <= UInt8(ascii: "9"):
      UInt32(digit - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: .max
    }
  }
}
