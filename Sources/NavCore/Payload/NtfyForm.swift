import JSON

/// ntfy: a message of its stream, or of its publishing form.
enum NtfyForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    if let event = json.string(root, "event"), event != "message" {
      delivery.nothing = Text("ntfy's event \(quoted(event)) carries no message")
    }
    delivery.title = json.string(root, "title")
    delivery.messageID = json.identifier(root, "id")
    delivery.sentAt = json.milliseconds(root, "time")
    delivery.collapseKey = json.string(root, "sequence_id")
    delivery.image = json.string(root, "icon") ?? json.string(root, "attach")
    if let link = json.string(root, "click") {
      delivery.link = link
      delivery.linkAt = "/click"
    }
    readActions(json, json.array(root, "actions"), into: &delivery)
    guard let message = json.string(root, "message") else { return }
    if json.string(root, "encoding") == "base64" {
      guard let bytes = Base64.decode(message.bytes) else {
        throw Refusal(.payload_unrecognized, "the message is not valid base64", at: "/message")
      }
      try readMessage(Text(bytes), into: &delivery)
    } else {
      try readMessage(message, into: &delivery)
    }
  }

  /// A message that is a JSON object is the data object; any other is what people read.
  private static func readMessage(_ message: Text, into delivery: inout Delivery) throws(Refusal) {
    guard let inner = Document.inside(message), inner.kind(inner.root) == .object else {
      delivery.body = Text(message.string)
      return
    }
    try PayloadData(place: "/message").read(inner, inner.root, into: &delivery)
  }

  /// Only what opens something is a button: navd runs no `http` and sends no `broadcast`.
  private static func readActions(
    _ json: borrowing Document, _ actions: Node?, into delivery: inout Delivery
  ) {
    guard let actions else { return }
    var buttons: [Notice.Button] = []
    json.elements(actions) { action in
      guard buttons.count < PayloadButtons.maximum,
        json.string(action, "action") == "view", let link = json.string(action, "url")
      else { return }
      let label = json.string(action, "label")
      guard let id = json.identifier(action, "id") ?? label else { return }
      buttons.append(Notice.Button(id: id, title: label ?? id, link: link))
    }
    delivery.buttons = buttons
  }
}
