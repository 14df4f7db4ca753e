import JSON

/// Gotify: a message with name-spaced extras.
enum GotifyForm: PayloadForm {
  /// Whether an object has a name with `::`.
  static func hasNamespace(_ json: borrowing Document, _ extras: Node) -> Bool {
    var found = false
    json.members(extras) { name, _ in if isNamespaced(name) { found = true } }
    return found
  }

  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    let extras = json.object(root, "extras")
    let shown = json.object(extras, "client::notification")
    delivery.title = json.string(root, "title")
    delivery.body = json.string(root, "message")
    delivery.image = json.string(shown, "bigImageUrl")
    delivery.messageID = json.identifier(root, "id")
    if let link = json.string(json.object(shown, "click"), "url") {
      delivery.link = link
      delivery.linkAt = "/extras/client::notification/click/url"
    }
    try PayloadData(isSystem: isNamespaced, place: "/extras").read(json, extras, into: &delivery)
  }

  private static func isNamespaced(_ name: borrowing Name) -> Bool {
    name.withSpan { bytes in
      guard bytes.count >= 2 else { return false }
      for index in 1..<bytes.count
      where bytes[index] == UInt8(ascii: ":") && bytes[index - 1] == UInt8(ascii: ":") {
        return true
      }
      return false
    }
  }
}
