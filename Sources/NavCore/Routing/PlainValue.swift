import JSON
import URLStandard

/// Values of the plainest types, taken of a text's bytes at once: what ``ParamConversion`` would make of
/// them, where it is certain.
enum PlainValue {
  /// Writes the value of a text as a param; false where that is for ``ParamConversion`` to say.
  static func append(
    _ param: ScreenTable.ParamRow, _ name: Span<UInt8>, _ text: Span<UInt8>,
    into out: inout Bytes
  ) -> Bool {
    let isPlain = param.hasPlainName
    switch param.kind {
    case .string:
      guard text.isPlain else { return false }
      Params.write(name, isPlain: isPlain, plain: text, into: &out)
    case .int:
      guard isInteger(text) else { return false }
      Params.write(name, isPlain: isPlain, text, into: &out)
    case .bool:
      guard let flag = flag(text) else { return false }
      (flag ? "true" : "false" as Text).withSpan {
        Params.write(name, isPlain: isPlain, $0, into: &out)
      }
    case .web:
      guard URLRecord.isPlainWeb(text) else { return false }
      Params.write(name, isPlain: isPlain, plain: text, into: &out)
    case .other: return false
    }
    return true
  }

  /// Whether there certainly is a value.
  static func isValid(_ kind: ScreenTable.ParamRow.Kind, _ text: Span<UInt8>) -> Bool {
    switch kind {
    case .string: true
    case .int: isInteger(text)
    case .bool: flag(text) != nil
    case .web: URLRecord.isPlainWeb(text)
    case .other: false
    }
  }

  /// Whether encoded JSON certainly is the value that it converts to.
  ///
  /// - Parameter isCanonical: Whether it is as ``Document/write(_:into:)`` writes it.
  static func isMade(
    _ kind: ScreenTable.ParamRow.Kind, _ encoded: Span<UInt8>, isCanonical: Bool
  ) -> Bool {
    switch kind {
    case .string, .web:
      guard encoded.count >= 2, encoded[0] == UInt8(ascii: "\"") else { return false }
      if kind == .string, isCanonical { return true }
      let text = encoded.extracting(1..<(encoded.count &- 1))
      return kind == .string ? text.isPlain : URLRecord.isPlainWeb(text)
    case .int: return isInteger(encoded)
    case .bool: return encoded.count > 1 && flag(encoded) != nil
    case .other: return false
    }
  }

  /// Whether it is up to 18 digits, without a zero in front, with or without `-`.
  private static func isInteger(_ text: Span<UInt8>) -> Bool {
    guard text.count > 0 else { return false }
    let start = text[0] == UInt8(ascii: "-") ? 1 : 0
    guard text.count > start, text.count &- start <= 18 else { return false }
    if text[start] == UInt8(ascii: "0"), text.count > 1 { return false }
    for index in start..<text.count where !ASCII.isDigit(text[index]) { return false }
    return true
  }

  private static func flag(_ text: Span<UInt8>) -> Bool? {
    if text.count == 1 {
      if text[0] == UInt8(ascii: "1") { return true }
      return text[0] == UInt8(ascii: "0") ? false : nil
    }
    if text.isEqual(to: "true") { return true }
    return text.isEqual(to: "false") ? false : nil
  }
}
