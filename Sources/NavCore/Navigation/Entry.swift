public import JSON

/// One place in a stack or among the modals.
public struct Entry: Hashable, Sendable {
  /// The number in its key: `e9` is 9.
  ///
  /// Never used twice in a session.
  public var key: UInt64
  /// The screen's name.
  public var screen: Text
  /// Its params.
  public var params: Params

  /// Makes an entry.
  public init(key: UInt64, screen: Text, params: Params = Params()) {
    (self.key, self.screen, self.params) = (key, screen, params)
  }

  /// Reads `{"key":"e9","screen":…,"params":{…}}`, or gives nil where a member is missing or wrong.
  public init?(json: borrowing Document, _ node: Node) {
    guard let key = json.member(node, "key"), let text = json.text(key),
      let number = Entry.number(of: text), let name = json.member(node, "screen"),
      let screen = json.text(name)
    else { return nil }
    var params = Params()
    if let given = json.member(node, "params") { params = Params(json: json, given) }
    self.init(key: number, screen: screen, params: params)
  }

  /// The number of a key's text, or nil where it is not `e` and a decimal number.
  public static func number(of key: Text) -> UInt64? {
    key.withSpan { bytes in
      guard bytes.count > 1, bytes.count < 20, bytes[0] == UInt8(ascii: "e") else { return nil }
      var number: UInt64 = 0
      for index in 1..<bytes.count {
        guard bytes[index] >= 0x30, bytes[index] <= 0x39 else { return nil }
        number = number &* 10 &+ UInt64(bytes[index] &- 0x30)
      }
      return number
    }
  }

  /// Writes the entry's key, quoted.
  public static func write(key: UInt64, into out: inout Bytes) {
    out.append("\"e")
    out.append(key)
    out.append("\"")
  }

  /// Writes the JSON object.
  public func write(into out: inout Bytes) {
    out.append("{\"key\":")
    Entry.write(key: key, into: &out)
    out.append(",\"screen\":")
    out.append(quoted: screen)
    out.append(",\"params\":")
    params.write(into: &out)
    out.append("}")
  }
}
