import JSON
import NavCore
import NavProtocol

/// One request as it came: who asks, what its answer is addressed with, and its params.
struct Call {
  var connection: Int32
  var peer: Peer
  var at: Moment
  var id: RequestID
  /// The `params` object; nil where there is none.
  var params: Node?

  /// A member of the params.
  func member(_ name: StaticString, _ json: borrowing Document) -> Node? {
    guard let params else { return nil }
    guard let node = json.member(params, name), json.kind(node) != .null else { return nil }
    return node
  }

  /// A member that is text where it is there.
  func text(_ name: StaticString, _ json: borrowing Document) throws(Refusal) -> Text? {
    guard let node = member(name, json) else { return nil }
    return try text(name, node, json)
  }

  /// The text of a member that is there.
  func text(
    _ name: StaticString, _ node: Node, _ json: borrowing Document
  ) throws(Refusal) -> Text {
    guard let text = json.text(node) else { throw wrong(name, "a string") }
    return text
  }

  /// A member that has to be text.
  func required(_ name: StaticString, _ json: borrowing Document) throws(Refusal) -> Text {
    guard let text = try text(name, json) else {
      throw Refusal(
        .invalid_params, "'\(name)' is missing; it is a string", at: Text("/params/\(name)"))
    }
    return text
  }

  /// A member that is a rev: an integer of at least 0.
  func rev(_ name: StaticString, _ json: borrowing Document) throws(Refusal) -> UInt64? {
    guard let node = member(name, json) else { return nil }
    guard let value = json.integer(node), value >= 0 else {
      throw wrong(name, "an integer of 0 or more")
    }
    return UInt64(value)
  }

  /// A member that is seconds, as milliseconds.
  func seconds(_ name: StaticString, _ json: borrowing Document) throws(Refusal) -> Int64? {
    guard let node = member(name, json) else { return nil }
    guard let value = Seconds.milliseconds(json: json, node), value >= 0 else {
      throw wrong(name, "seconds of 0 or more")
    }
    return value
  }

  /// A member that is one of some words.
  func word(
    _ name: StaticString, _ json: borrowing Document, of words: [String]
  ) throws(Refusal) -> String? {
    guard let text = try text(name, json) else { return nil }
    guard words.contains(text.string) else {
      throw wrong(name, "one of " + words.map { "'\($0)'" }.joined(separator: ", "))
    }
    return text.string
  }

  func wrong(_ name: StaticString, _ right: String) -> Refusal {
    Refusal(.invalid_params, "'\(name)' is not \(right)", at: Text("/params/\(name)"))
  }
}
