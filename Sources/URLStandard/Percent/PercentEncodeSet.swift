/// A percent-encode set: the bytes that are written as `%XX`; non-ASCII bytes always are.
///
/// URL Standard, section 1.3 "Percent-encoded bytes".
public struct PercentEncodeSet: Sendable, Hashable, BitwiseCopyable {
  let low: UInt64
  let high: UInt64

  init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The set with the characters of `text` as well.
  private func adding(_ text: StaticString) -> PercentEncodeSet {
    var low = low
    var high = high
    text.withUTF8Buffer { letters in
      for place in 0..<letters.count {
        let letter = unsafe letters[place]
        if letter < 64 { low |= 1 << UInt64(letter) } else { high |= 1 << UInt64(letter & 63) }
      }
    }
    return PercentEncodeSet(low: low, high: high)
  }

  /// Whether `byte` is written as `%XX`.
  @inline(__always) public func contains(_ byte: UInt8) -> Bool {
    if byte >= 0x80 { return true }
    return ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 != 0
  }

  /// The C0 control percent-encode set: controls and what is not ASCII.
  public static let c0Control = PercentEncodeSet(low: 0xFFFF_FFFF, high: 1 << 63)
  /// The fragment percent-encode set.
  public static let fragment = c0Control.adding(" \"<>`")
  /// The query percent-encode set.
  public static let query = c0Control.adding(" \"#<>")
  /// The query percent-encode set of special schemes.
  public static let specialQuery = query.adding("'")
  /// The path percent-encode set.
  public static let path = query.adding("?^`{}")
  /// The userinfo percent-encode set.
  public static let userinfo = path.adding("/:;=@[\\]|")
  /// The component percent-encode set, which is that of JavaScript's `encodeURIComponent`.
  public static let component = userinfo.adding("$%&+,")
  /// The `application/x-www-form-urlencoded` percent-encode set.
  public static let form = component.adding("!'()~")
}
