import JSON

/// Reading values of payloads, where anything may be absent or of another type.
extension Document {
  /// The member of an object, or nil where there is no object, no such member, or null.
  @inline(__always) func field(_ node: Node?, _ name: StaticString) -> Node? {
    guard let node, let value = member(node, name), kind(value) != .null else { return nil }
    return value
  }

  /// The value, where it is an object.
  @inline(__always) func object(_ value: Node?) -> Node? {
    guard let value, kind(value) == .object else { return nil }
    return value
  }

  /// The object that is a member.
  @inline(__always) func object(_ node: Node?, _ name: StaticString) -> Node? {
    object(field(node, name))
  }

  /// The value, where it is an array.
  @inline(__always) func array(_ value: Node?) -> Node? {
    guard let value, kind(value) == .array else { return nil }
    return value
  }

  /// The array that is a member.
  @inline(__always) func array(_ node: Node?, _ name: StaticString) -> Node? {
    array(field(node, name))
  }

  /// The value, where it is a string that is not empty.
  @inline(__always) func string(_ value: Node?) -> Node? {
    guard let value, isFilledText(value) else { return nil }
    return value
  }

  private func isFilledText(_ value: Node) -> Bool { withText(value) { !$0.isEmpty } == true }

  /// The string that is a member, unless it is empty.
  @inline(__always) func string(_ node: Node?, _ name: StaticString) -> Node? {
    string(field(node, name))
  }

  /// The value, where it is a string that is not empty, or an integer.
  func identifier(_ value: Node?) -> Node? {
    guard let value else { return nil }
    switch kind(value) {
    case .integer, .unsigned: return value
    default: return string(value)
    }
  }

  /// Whether a value is this text.
  func isText(_ value: Node?, _ literal: StaticString) -> Bool {
    guard let value else { return false }
    return isText(value, literal)
  }

  /// Whether two values are the same text.
  func isSameText(_ left: Node, _ right: Node) -> Bool {
    withText(left) { left in withText(right) { left.isEqual(to: $0) } == true } == true
  }

  /// Whether a value is text that begins with this.
  func begins(_ value: Node, _ prefix: StaticString) -> Bool {
    withText(value) { $0.begins(prefix) } == true
  }

  /// Whether a value is text that begins like a JSON object.
  func beginsLikeObject(_ value: Node) -> Bool {
    withText(value) { text in
      for index in text.indices where text[index] > 0x20 { return text[index] == UInt8(ascii: "{") }
      return false
    } == true
  }

  /// An integer, also as decimal text.
  func number(_ value: Node?) -> Int64? {
    guard let value else { return nil }
    if let number = integer(value) { return number }
    if let number = double(value) { return abs(number) < 9e18 ? Int64(number) : nil }
    guard let text = text(value) else { return nil }
    return Int64(text.string)
  }

  /// Seconds (a number, or text such as `3600` or `3.5s`), in milliseconds; never negative.
  func milliseconds(_ value: Node?) -> Int64? {
    guard let value else { return nil }
    guard let seconds = double(value) ?? seconds(value), seconds.isFinite, seconds >= 0
    else { return nil }
    return Int64(min(seconds, 1e12) * 1000 + 0.5)
  }

  private func seconds(_ value: Node) -> Double? {
    let digits = withText(value) { text in
      var number: Int64 = 0
      let end =
        text.count > 0 && text[text.count - 1] == UInt8(ascii: "s") ? text.count - 1 : text.count
      guard end > 0, end <= 15 else { return Int64?.none }
      for index in 0..<end {
        guard text[index] >= 0x30, text[index] <= 0x39 else { return nil }
        number = number * 10 + Int64(text[index] - 0x30)
      }
      return number
    }
    guard let digits else { return nil }
    if let digits { return Double(digits) }
    guard var bytes = text(value)?.bytes else { return nil }
    if bytes.last == UInt8(ascii: "s") { bytes.removeLast() }
    return Double(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether a value is true, 1, `"1"` or `"true"`.
  func flag(_ value: Node?) -> Bool {
    guard let value else { return false }
    return bool(value) ?? (integer(value) == 1 || isText(value, "1") || isText(value, "true"))
  }
}

extension Span<UInt8> {
  /// Whether it begins with these bytes.
  fileprivate func begins(_ prefix: StaticString) -> Bool {
    let length = prefix.utf8CodeUnitCount
    guard count >= length else { return false }
    return prefix.withUTF8Buffer { prefix in
      for index in 0..<length where unsafe prefix[index] != self[index] { return false }
      return true
    }
  }
}
