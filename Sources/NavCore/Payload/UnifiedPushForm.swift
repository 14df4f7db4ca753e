import JSON

/// UnifiedPush: decrypted bytes in base64, which are looked into again.
enum UnifiedPushForm: PayloadForm {
  /// How many messages may stand inside each other.
  static let maximumDepth = 4

  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    try read(json, root, into: &delivery, depth: 0)
  }

  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery, depth: Int
  ) throws(Refusal) {
    var name: StaticString = "body_b64"
    if json.string(root, name) == nil { name = "message" }
    let place = Text("").below(name)
    guard let encoded = json.string(root, name) else {
      throw Refusal(
        .payload_unrecognized, "a UnifiedPush message carries its bytes as base64 in 'body_b64'",
        at: "/body_b64")
    }
    guard let bytes = Base64.decode(encoded.bytes) else {
      throw Refusal(.payload_unrecognized, "the bytes here are not valid base64", at: place)
    }
    guard depth < maximumDepth else {
      throw Refusal(
        .payload_unrecognized, "messages stand inside each other more than \(maximumDepth) deep",
        at: place)
    }
    let identifier = json.identifier(root, "id")
    let text = Text(bytes)
    if let inner = Document.inside(text), inner.kind(inner.root) == .object {
      var found = try read(inner, at: place, depth: depth + 1)
      if found.data.isEmpty { found.data = inner.encoded(inner.root) }
      if found.dialect.isTapped { found.tapped = false }
      found.dialect = delivery.dialect
      found.marker = delivery.marker
      found.linkAt = found.link == nil ? "" : Text(place.bytes + found.linkAt.bytes)
      found.messageID = identifier ?? found.messageID
      delivery = found
    } else {
      guard let body = String(validating: bytes, as: UTF8.self) else {
        throw Refusal(
          .payload_unrecognized, "the bytes here are neither JSON nor text: decrypt them first",
          at: place)
      }
      delivery.body = Text(body)
      delivery.messageID = identifier
    }
  }

  /// Reads the payload inside; places of refusals are below the bytes that carried it.
  private static func read(
    _ inner: borrowing Document, at place: Text, depth: Int
  ) throws(Refusal) -> Delivery {
    do throws(Refusal) {
      return try PayloadReader.read(inner, inner.root, dialect: nil, depth: depth)
    } catch {
      var refusal = error
      refusal.at = Text(place.bytes + error.at.bytes)
      throw refusal
    }
  }
}
