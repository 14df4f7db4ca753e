public import JSON

/// Turns text and JSON values into values of a declared type.
///
/// Text is text wherever it comes from: a query value, a path segment and a JSON string become the
/// same value, so a push system that has only strings loses nothing. Every value has one form, so
/// that two params are equal exactly if their encoded bytes are: an integer is its digits, a
/// number without fraction too, a URL is as the URL Standard serializes it.
///
/// A value that does not convert is refused as `param_invalid`, in words that say what would do;
/// the value is quoted, unless the param is sensitive. A `null` is a value of `json` only.
public enum ParamConversion {
  /// How deep a `json` value may nest: what carries it in an event nests too, and a line may have 32.
  public static let maximumDepth = 16

  /// Converts decoded text of a URL, or a JSON string.
  ///
  /// - Returns: the value as encoded JSON.
  public static func convert(text: Text, to param: Param) throws(Refusal) -> Text {
    if case .list = param.kind { return try convert(texts: [text], to: param) }
    return try item(text: text, param.kind, param)
  }

  /// Converts the texts of a repeated query key, or the segments of `:name+`.
  ///
  /// A `list` takes all of them, any other type the first.
  ///
  /// - Returns: the value as encoded JSON.
  public static func convert(texts: [Text], to param: Param) throws(Refusal) -> Text {
    guard case .list(let kind) = param.kind else {
      guard let first = texts.first else { throw refusal(param, "is absent", nil) }
      return try item(text: first, param.kind, param)
    }
    try checkCount(texts.count, param)
    var items: [Text] = []
    for (index, text) in texts.enumerated() {
      do throws(Refusal) {
        items.append(try item(text: text, kind, param))
      } catch {
        throw refusal(ofItem: index, error)
      }
    }
    return list(items)
  }

  /// Converts a value of a payload, a rule or a manifest.
  ///
  /// - Returns: the value as encoded JSON.
  public static func convert(
    json: borrowing Document, _ node: Node, to param: Param
  ) throws(Refusal) -> Text {
    guard case .list(let kind) = param.kind else {
      return try item(json: json, node, param.kind, param)
    }
    if let text = json.text(node) { return try convert(texts: [text], to: param) }
    guard json.kind(node) == .array else {
      throw refusal(param, "must be a list", json.encoded(node))
    }
    try checkCount(json.count(node), param)
    var nodes: [Node] = []
    json.elements(node) { nodes.append($0) }
    var items: [Text] = []
    for (index, element) in nodes.enumerated() {
      do throws(Refusal) {
        items.append(try item(json: json, element, kind, param))
      } catch {
        throw refusal(ofItem: index, error)
      }
    }
    return list(items)
  }

  private static func item(
    json: borrowing Document, _ node: Node, _ kind: Param.Kind, _ param: Param
  ) throws(Refusal) -> Text {
    if let text = json.text(node) { return try item(text: text, kind, param) }
    let encoded = json.encoded(node)
    switch (kind, json.kind(node)) {
    case (.json, _):
      guard depth(of: encoded) <= maximumDepth else { throw tooDeep(param) }
      return try checkLength(encoded, encoded.count, param)
    case (.bool, .bool):
      return encoded
    case (.bool, .integer), (.bool, .unsigned), (.string, .integer), (.string, .unsigned),
      (.enum, .integer), (.enum, .unsigned), (.int, .integer), (.int, .unsigned),
      (.float, .integer), (.float, .unsigned), (.float, .double):
      return try item(text: encoded, kind, param)
    default:
      throw refusal(param, expectation(kind, param), encoded)
    }
  }

  private static func item(
    text: Text, _ kind: Param.Kind, _ param: Param
  ) throws(Refusal) -> Text {
    switch kind {
    case .string, .list:
      return try checkLength(quotedJSON(text), text.count, param)
    case .int:
      guard let value = NumberText.integer(text), isInRange(value, param) else { break }
      return value
    case .float:
      guard let value = NumberText.number(text), isInRange(value, param) else { break }
      return value
    case .bool:
      if text == "true" || text == "1" { return "true" }
      if text == "false" || text == "0" { return "false" }
    case .enum:
      if param.values.contains(text) { return quotedJSON(text) }
    case .url:
      guard let href = address(text, param) else { break }
      return try checkLength(quotedJSON(href), href.count, param)
    case .json:
      guard let value = jsonValue(text) else { throw tooDeep(param) }
      return try checkLength(value, value.count, param)
    }
    throw refusal(param, expectation(kind, param), quotedJSON(text))
  }

  /// The value that text stands for: the object, array, number, boolean or null that it says where
  /// it is JSON, else the text itself; nil where it nests too deep.
  ///
  /// So `{"a":1}` in a query or in a push system's string is an object, `42` a number, `abc` and
  /// `"abc"` are strings as they stand. A string that comes out converts to itself again.
  private static func jsonValue(_ text: Text) -> Text? {
    var document = Document()
    do throws(JSONError) {
      try document.parse(text.bytes, maximumDepth: maximumDepth)
    } catch {
      return error.reason == .tooDeep ? nil : quotedJSON(text)
    }
    let isString = document.kind(document.root) == .string
    return isString ? quotedJSON(text) : document.encoded(document.root)
  }

  private static func address(_ text: Text, _ param: Param) -> Text? {
    guard let address = WebAddress(text), !address.hasUserInfo else { return nil }
    if param.schemes.isEmpty ? !address.isWeb : !param.schemes.contains(address.scheme) {
      return nil
    }
    guard !param.hosts.isEmpty else { return address.href }
    var host = address.host
    if let port = address.port { host = Text(host.bytes + Array(":\(port)".utf8)) }
    return param.hosts.contains { Hosts.matches($0, host) } ? address.href : nil
  }

  private static func list(_ items: [Text]) -> Text {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += item.bytes
    }
    bytes.append(UInt8(ascii: "]"))
    return Text(bytes)
  }

  static func quotedJSON(_ text: Text) -> Text {
    var out = Bytes(capacity: text.count + 2)
    out.append(quoted: text)
    return out.text
  }
}
