public import JSON

/// The `error` object of an answer.
public struct Refused: Error, Equatable, Sendable, CustomStringConvertible {
  /// The number of JSON-RPC 2.0 and of the protocol's table.
  public var code: Int64
  /// The name for programs, such as `no_such_session`; empty where navd gave none.
  public var kind: Text
  /// What, where, and what would be right; for people.
  public var message: Text
  /// A JSON Pointer into the request.
  public var at: Text?
  /// A byte offset in the link or line.
  public var offset: Int64?
  /// The whole object, as JSON.
  public var json: Text

  /// Kind and message with the place.
  public var description: String {
    var text = kind.isEmpty ? message.string : "\(kind.string): \(message.string)"
    if let at, !at.isEmpty { text += " (at \(at.string))" }
    if let offset { text += " (at byte \(offset))" }
    return text
  }

  /// Reads an error object; what is missing is empty.
  public init(json: borrowing Document, _ node: Node) {
    code = json.integer(node, "code") ?? 0
    message = json.text(node, "message") ?? ""
    kind = ""
    if let data = json.member(node, "data") {
      kind = json.text(data, "kind") ?? ""
      at = json.text(data, "at")
      offset = json.integer(data, "offset")
    }
    self.json = json.encoded(node)
  }
}
