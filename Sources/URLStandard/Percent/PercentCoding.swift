/// Percent-encoding and -decoding of bytes (URL Standard, section 1.3).
public enum PercentCoding {
  /// Replaces each `%XX` by its byte; a `%` without two hexadecimal digits stays.
  ///
  /// With `plusIsSpace`, `+` becomes a space, as in `application/x-www-form-urlencoded`. The result
  /// need not be UTF-8: see ``isUTF8(_:)``.
  public static func decode(_ bytes: [UInt8], plusIsSpace: Bool = false) -> [UInt8] {
    decode(bytes.span, plusIsSpace: plusIsSpace)
  }

  /// Replaces each `%XX` by its byte; a `%` without two hexadecimal digits stays.
  public static func decode(_ bytes: Span<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    decode(bytes, plusIsSpace: plusIsSpace, appendingTo: &out)
    return out
  }

  /// Appends the bytes to `out` with each `%XX` replaced by its byte, as ``decode(_:plusIsSpace:)`` does.
  public static func decode(
    _ bytes: Span<UInt8>, plusIsSpace: Bool, appendingTo out: inout [UInt8]
  ) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x25, index &+ 2 < bytes.count, let first = bytes[index &+ 1].hexValue,
        let second = bytes[index &+ 2].hexValue
      {
        out.append(first << 4 | second)
        index &+= 3
      } else {
        out.append(plusIsSpace && byte == 0x2B ? 0x20 : byte)
        index &+= 1
      }
    }
  }

  /// Writes each byte in `set` as `%XX`; with `spaceAsPlus`, a space as `+`.
  public static func encode(
    _ bytes: [UInt8], _ set: PercentEncodeSet, spaceAsPlus: Bool = false
  ) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for byte in bytes {
      if spaceAsPlus, byte == 0x20 {
        out.append(0x2B)
      } else if set.contains(byte) {
        appendEncoded(byte, to: &out)
      } else {
        out.append(byte)
      }
    }
    return out
  }

  /// Whether `bytes` are well-formed UTF-8: no surrogates, no overlong forms, none above U+10FFFF.
  public static func isUTF8(_ bytes: [UInt8]) -> Bool {
    isUTF8(bytes.span)
  }

  /// Whether `bytes` are well-formed UTF-8: no surrogates, no overlong forms, none above U+10FFFF.
  public static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    let count = bytes.count
    while index < count {
      let lead = bytes[index]
      index &+= 1
      if lead < 0x80 { continue }
      var least: UInt8 = 0x80
      var most: UInt8 = 0xBF
      let length: Int
      switch lead {
      case 0xC2...0xDF: length = 1
      case 0xE0: (length, least) = (2, 0xA0)
      case 0xED: (length, most) = (2, 0x9F)
      case 0xE1...0xEF: length = 2
      case 0xF0: (length, least) = (3, 0x90)
      case 0xF4: (length, most) = (3, 0x8F)
      case 0xF1...0xF3: length = 3
      default: return false
      }
      guard index &+ length <= count, bytes[index] >= least, bytes[index] <= most else {
        return false
      }
      for next in 1..<max(length, 1) where bytes[index &+ next] & 0xC0 != 0x80 { return false }
      index &+= length
    }
    return true
  }

  /// Appends the bytes of `input` in `range` to `out`, those in `set` as `%XX`.
  static func append(
    _ input: Span<UInt8>, _ range: Range<Int>, _ set: PercentEncodeSet, to out: inout [UInt8]
  ) {
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      let byte = input[index]
      if set.contains(byte) {
        out.append(input, start..<index)
        appendEncoded(byte, to: &out)
        start = index &+ 1
      }
      index &+= 1
    }
    out.append(input, start..<range.upperBound)
  }

  private static func appendEncoded(_ byte: UInt8, to out: inout [UInt8]) {
    out.append(0x25)
    out.append(hexDigit(byte >> 4))
    out.append(hexDigit(byte & 15))
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 &+ value : 0x37 &+ value
  }
}
