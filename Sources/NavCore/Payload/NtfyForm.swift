import JSON

/// ntfy: a message of its stream, or of its publishing form.
enum NtfyForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    if let event = json.string(members[.event]), !json.isText(event, "message"),
      let text = json.text(event)
    {
      let reason = Text("ntfy's event \(quoted(text)) carries no message")
      draft.form.nothing = draft.keep(reason.bytes.span)
    }
    draft.form.title = draft.keep(json, members[.title])
    draft.form.messageID = draft.keep(identifier: members[.id], of: json)
    draft.form.sentAt = json.milliseconds(members[.time])
    draft.form.collapseKey = draft.keep(json, json.field(members.node, "sequence_id"))
    let image = json.string(members[.icon]) ?? json.field(members.node, "attach")
    draft.form.image = draft.keep(json, image)
    draft.link(json, members[.click], at: "/click")
    readActions(json, members[.actions], into: &draft)
    guard let message = json.string(members[.message]) else { return }
    if json.isText(json.field(members.node, "encoding"), "base64") {
      try readEncoded(json, message, into: &draft)
    } else {
      let isObject = try draft.inside(json, message) { inner, draft throws(Refusal) in
        try readObject(inner, into: &draft)
      }
      if isObject != true { draft.form.body = draft.keep(json, message) }
    }
  }

  private static func readEncoded(
    _ json: borrowing Document, _ message: Node, into draft: inout PayloadDraft
  ) throws(Refusal) {
    guard let inner = draft.decode(json, message) else {
      throw Refusal(.payload_unrecognized, "the message is not valid base64", at: "/message")
    }
    let isObject = try draft.within(inner) { inner, draft throws(Refusal) in
      try readObject(inner, into: &draft)
    }
    guard !isObject else { return }
    let text = Text(inner.decoded.text.string)
    draft.form.body = draft.keep(text.bytes.span)
  }

  /// A message that is a JSON object is the data object; any other is what people read.
  private static func readObject(
    _ inner: borrowing Document, into draft: inout PayloadDraft
  ) throws(Refusal) -> Bool {
    guard let object = inner.object(inner.root) else { return false }
    try PayloadData(place: "/message").read(inner, object, into: &draft)
    return true
  }

  /// Only what opens something is a button: navd runs no `http` and sends no `broadcast`.
  private static func readActions(
    _ json: borrowing Document, _ actions: Node?, into draft: inout PayloadDraft
  ) {
    guard let actions = json.array(actions) else { return }
    json.elements(actions) { action in
      guard draft.form.buttons < PayloadButtons.maximum,
        json.isText(json.field(action, "action"), "view"), let link = json.string(action, "url")
      else { return }
      let label = json.string(action, "label")
      guard let id = json.identifier(json.field(action, "id")) ?? label else { return }
      draft.button(id: id, title: label, link: link, of: json)
    }
  }
}
