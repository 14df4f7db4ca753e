public import JSON

/// One line from navd, told apart by its envelope.
public enum Message: Equatable, Sendable {
  /// The result of a request.
  case result(id: Int64, Text)
  /// The error of a request; without id: of a line that could not be read, or of a bare line.
  case refusal(id: Int64?, Refused)
  /// A notification: its method, and the whole line.
  case notification(method: Text, line: [UInt8])
  /// The answer of a bare line.
  case bare(Text)

  /// Reads a line; unknown members are ignored.
  ///
  /// - Throws: ``ClientError/malformed(_:)`` for what is no JSON object.
  init(line: [UInt8], with json: inout Document) throws(ClientError) {
    do throws(JSONError) {
      try json.parse(line, maximumDepth: 64)
    } catch {
      throw .malformed("\(error.message) at byte \(error.offset)")
    }
    let root = json.root
    if let method = json.text(root, "method") {
      self = .notification(method: method, line: line)
    } else if let error = json.member(root, "error") {
      self = .refusal(id: json.integer(root, "id"), Refused(json: json, error))
    } else if json.member(root, "jsonrpc") == nil {
      self = .bare(json.encoded(root))
    } else if let id = json.integer(root, "id"), let result = json.member(root, "result") {
      self = .result(id: id, json.encoded(result))
    } else {
      throw .malformed("a line that is neither an answer nor a notification")
    }
  }

  /// The `reason` of a notification's params.
  static func reason(of line: [UInt8], with json: inout Document) -> Text? {
    do throws(JSONError) {
      try json.parse(line, maximumDepth: 64)
    } catch {
      return nil
    }
    guard let params = json.member(json.root, "params") else { return nil }
    return json.text(params, "reason")
  }
}
