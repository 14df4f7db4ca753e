import JSON

/// Reading members of payloads, where anything may be absent or of another type.
extension Document {
  /// The member of an object, or nil where there is no object, no such member, or null.
  func field(_ node: Node?, _ name: StaticString) -> Node? {
    guard let node, let value = member(node, name), kind(value) != .null else { return nil }
    return value
  }

  /// The object that is a member.
  func object(_ node: Node?, _ name: StaticString) -> Node? {
    guard let value = field(node, name), kind(value) == .object else { return nil }
    return value
  }

  /// The array that is a member.
  func array(_ node: Node?, _ name: StaticString) -> Node? {
    guard let value = field(node, name), kind(value) == .array else { return nil }
    return value
  }

  /// The string that is a member, unless it is empty.
  func string(_ node: Node?, _ name: StaticString) -> Text? {
    guard let value = field(node, name), let text = text(value), !text.isEmpty else { return nil }
    return text
  }

  /// The string that is a member, or the digits of the integer that is.
  func identifier(_ node: Node?, _ name: StaticString) -> Text? {
    guard let value = field(node, name) else { return nil }
    switch kind(value) {
    case .string: return string(node, name)
    case .integer, .unsigned: return encoded(value)
    default: return nil
    }
  }

  /// The integer that is a member, also as decimal text.
  func number(_ node: Node?, _ name: StaticString) -> Int64? {
    guard let value = field(node, name) else { return nil }
    if let number = integer(value) { return number }
    if let number = double(value) { return abs(number) < 9e18 ? Int64(number) : nil }
    guard let text = text(value) else { return nil }
    return Int64(text.string)
  }

  /// Seconds that are a member (a number, or text such as `3600` or `3.5s`), in milliseconds; never negative.
  func milliseconds(_ node: Node?, _ name: StaticString) -> Int64? {
    guard let value = field(node, name) else { return nil }
    var seconds = double(value)
    if seconds == nil, var digits = text(value)?.bytes {
      if digits.last == UInt8(ascii: "s") { digits.removeLast() }
      seconds = Double(String(decoding: digits, as: UTF8.self))
    }
    guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
    return Int64(min(seconds, 1e12) * 1000 + 0.5)
  }

  /// Whether a member is true, 1, `"1"` or `"true"`.
  func flag(_ node: Node?, _ name: StaticString) -> Bool {
    guard let value = field(node, name) else { return false }
    return bool(value) ?? (integer(value) == 1 || isText(value, "1") || isText(value, "true"))
  }

  /// Reads JSON text that a string carries; nil where it does not begin like an object or array.
  ///
  /// Refuses with `param_invalid` text that begins like JSON and is none.
  static func inside(_ text: Text, at place: Text) throws(Refusal) -> Document? {
    guard looksLikeJSON(text) else { return nil }
    var document = Document()
    do {
      try document.parse(text.bytes)
    } catch {
      throw Refusal(
        .param_invalid,
        "the JSON text in \(quoted(place)) is not valid at byte \(error.offset) (\(error.message)): "
          + "give an object, or its JSON text",
        at: place)
    }
    return document
  }

  /// Reads JSON text that a string carries; nil where it is none.
  static func inside(_ text: Text) -> Document? {
    guard looksLikeJSON(text) else { return nil }
    var document = Document()
    do { try document.parse(text.bytes) } catch { return nil }
    return document
  }

  private static func looksLikeJSON(_ text: Text) -> Bool {
    let first = text.bytes.first { $0 > 0x20 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

extension Text {
  /// The JSON Pointer of a member below this one; the name needs no escapes.
  func below(_ name: StaticString) -> Text {
    var pointer: [UInt8] = []
    pointer.reserveCapacity(bytes.count + 1 + name.utf8CodeUnitCount)
    pointer += bytes
    pointer.append(UInt8(ascii: "/"))
    name.withUTF8Buffer { unsafe pointer.append(contentsOf: $0) }
    return Text(pointer)
  }

  /// The JSON Pointer of a member below this one, with the name's escapes.
  func below(named name: Text) -> Text {
    var pointer = bytes + [UInt8(ascii: "/")]
    for byte in name.bytes {
      switch byte {
      case UInt8(ascii: "~"): pointer += [byte, UInt8(ascii: "0")]
      case UInt8(ascii: "/"): pointer += [UInt8(ascii: "~"), UInt8(ascii: "1")]
      default: pointer.append(byte)
      }
    }
    return Text(pointer)
  }

  /// The JSON Pointer of an element below this one.
  func below(_ index: Int) -> Text { Text(bytes + Array("/\(index)".utf8)) }

  /// A copy of a literal.
  init(_ name: StaticString) {
    self.init(name.withUTF8Buffer { unsafe Array($0) })
  }

  /// Whether it begins with these bytes.
  func begins(_ prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { unsafe bytes.starts(with: $0) }
  }
}
