import JSON

/// Gotify: a message with name-spaced extras.
enum GotifyForm: PayloadForm {
  /// Whether an object has a name with `::`.
  static func hasNamespace(_ json: borrowing Document, _ extras: Node) -> Bool {
    json.firstMember(extras) { name, _ in isNamespaced(name) } != nil
  }

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    let extras = json.object(members[.extras])
    let shown = json.object(extras, "client::notification")
    draft.form.title = draft.keep(json, members[.title])
    draft.form.body = draft.keep(json, members[.message])
    draft.form.image = draft.keep(json, json.field(shown, "bigImageUrl"))
    draft.form.messageID = draft.keep(identifier: members[.id], of: json)
    draft.link(
      json, json.field(json.object(shown, "click"), "url"),
      at: "/extras/client::notification/click/url")
    try PayloadData(ownsNamespaces: true, place: "/extras").read(json, extras, into: &draft)
  }

  /// Whether a name has `::`.
  static func isNamespaced(_ name: borrowing Name) -> Bool {
    name.withSpan { bytes in
      var index = 1
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: ":") {
          if bytes[index - 1] == UInt8(ascii: ":") { return true }
          index += 1
        } else {
          index += 2
        }
      }
      return false
    }
  }
}
