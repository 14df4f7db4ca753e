extension URLParser {
  /// The state "query", from after the `?`.
  mutating func parseQuery(_ input: Span<UInt8>, _ start: Int) {
    var end = start
    while end < input.count, input[end] != 0x23 { end &+= 1 }
    noteUnits(input, start..<end)
    url.bytes.append(0x3F)
    PercentCoding.append(
      input, start..<end, isSpecial ? .specialQuery : .query, to: &url.bytes)
    url.queryEnd = url.bytes.count
    if end < input.count { parseFragment(input, end &+ 1) }
  }

  /// The state "fragment", from after the `#`.
  mutating func parseFragment(_ input: Span<UInt8>, _ start: Int) {
    noteUnits(input, start..<input.count)
    url.bytes.append(0x23)
    PercentCoding.append(input, start..<input.count, .fragment, to: &url.bytes)
  }

  /// Reports what in `range` is no URL unit: no URL code point, or a `%` without two digits.
  mutating func noteUnits(_ input: Span<UInt8>, _ range: Range<Int>) {
    guard collects else { return }
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = input[index]
      if byte == 0x25 {
        if index &+ 2 >= range.upperBound || !input[index &+ 1].isASCIIHexDigit
          || !input[index &+ 2].isASCIIHexDigit
        {
          note(.invalidURLUnit, at: index)
        }
      } else if byte < 0x80 {
        if !URLParser.isURLCodePoint(byte) { note(.invalidURLUnit, at: index) }
      } else if let scalar = URLParser.scalar(input, index) {
        if !URLParser.isURLCodePoint(scalar) { note(.invalidURLUnit, at: index) }
      }
      index &+= 1
    }
  }

  private static func isURLCodePoint(_ byte: UInt8) -> Bool {
    if byte.isASCIIAlpha || byte.isASCIIDigit { return true }
    switch byte {
    case 0x21, 0x24, 0x26...0x2F, 0x3A, 0x3B, 0x3D, 0x3F, 0x40, 0x5F, 0x7E: return true
    default: return false
    }
  }

  private static func isURLCodePoint(_ scalar: UInt32) -> Bool {
    scalar >= 0xA0 && !(0xFDD0...0xFDEF).contains(scalar) && scalar & 0xFFFE != 0xFFFE
  }

  /// The scalar that starts at `index` of well-formed UTF-8; nil within one.
  private static func scalar(_ input: Span<UInt8>, _ index: Int) -> UInt32? {
    let lead = input[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0
    guard length > 0, index &+ length <= input.count else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for next in 1..<length { value = value << 6 | UInt32(input[index &+ next] & 0x3F) }
    return value
  }
}
