internal import JSON

/// Numbers as text, in the one form that each has.
enum NumberText {
  /// The integer that text is: digits without leading zeros, with `-` for negative ones (RFC 8259
  /// §6 without fraction and exponent), of 64 bits signed or unsigned.
  static func integer(_ text: Text) -> Text? {
    let bytes = text.bytes
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    guard !digits.isEmpty, digits.count <= 20, digits.allSatisfy(ASCII.isDigit) else { return nil }
    if digits.first == UInt8(ascii: "0"), bytes.count > 1 { return nil }
    let string = String(decoding: bytes, as: UTF8.self)
    return Int64(string) != nil || UInt64(string) != nil ? text : nil
  }

  /// The number that text is (RFC 8259 §6): an integer of 64 bits keeps every digit, one without
  /// fraction loses it (`1.0` and `1e0` are `1`), any other is the shortest form of its double.
  static func number(_ text: Text) -> Text? {
    if let whole = integer(text) { return whole }
    guard text.count <= 512, isNumber(text.bytes),
      let number = Double(String(decoding: text.bytes, as: UTF8.self)), number.isFinite
    else { return nil }
    return encoded(number)
  }

  static func encoded(_ number: Double) -> Text {
    if let whole = Int64(exactly: number) { return Text(String(whole)) }
    var out = Bytes()
    out.append(double: number)
    return out.text
  }

  /// A bound as people write it.
  static func plain(_ number: Double) -> String { encoded(number).string }

  static func isLess(_ value: Text, than bound: Double) -> Bool {
    compare(value, bound) {
      $0 < $1
    } or: {
      $0 < $1
    }
  }

  static func isGreater(_ value: Text, than bound: Double) -> Bool {
    compare(value, bound) {
      $0 > $1
    } or: {
      $0 > $1
    }
  }

  /// Compares integers as integers where both are, so that digits beyond a double's count.
  private static func compare(
    _ value: Text, _ bound: Double, _ whole: (Int64, Int64) -> Bool,
    or other: (Double, Double) -> Bool
  ) -> Bool {
    let string = value.string
    if let number = Int64(string), let limit = Int64(exactly: bound) { return whole(number, limit) }
    guard let number = Double(string) else { return true }
    return other(number, bound)
  }

  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    guard let first = rest.first, ASCII.isDigit(first) else { return false }
    rest = first == UInt8(ascii: "0") ? rest.dropFirst() : rest.drop(while: ASCII.isDigit)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard let digit = rest.first, ASCII.isDigit(digit) else { return false }
      rest = rest.drop(while: ASCII.isDigit)
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard let digit = rest.first, ASCII.isDigit(digit) else { return false }
      rest = rest.drop(while: ASCII.isDigit)
    }
    return rest.isEmpty
  }
}
