import JSON

/// Home Assistant: a notify service's call, or the flat fields that the companion app gets.
enum HomeAssistantForm: PayloadForm {
  private static let own: PayloadNameSet = [
    .tag, .ttl, .url, .data, .icon, .title, .image, .target, .message, .actions, .dialect,
    .priority, .clickAction, .ofHomeAssistant,
  ]

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    draft.form.title = draft.keep(json, members[.title])
    draft.form.body = draft.keep(json, members[.message])
    if let body = json.string(members[.message]), isCommand(json, body), let text = json.text(body)
    {
      let reason = Text("\(quoted(text)) is a command to the companion app")
      draft.form.nothing = draft.keep(reason.bytes.span)
    }
    if let data = json.object(members[.data]) {
      try read(json, fields: PayloadMembers(json, data), at: "/data", into: &draft)
    } else {
      try read(json, fields: members, at: "", into: &draft)
    }
  }

  private static func read(
    _ json: borrowing Document, fields: borrowing PayloadMembers, at place: PayloadPlace,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    draft.form.image = draft.keep(json, fields[.image])
    draft.form.collapseKey = draft.keep(json, fields[.tag])
    draft.form.timeToLive = json.milliseconds(fields[.ttl])
    readLink(json, fields, place, into: &draft)
    readButtons(json, fields, into: &draft)
    try PayloadData(own: own, place: place).read(json, fields, into: &draft)
  }

  private static func readLink(
    _ json: borrowing Document, _ fields: borrowing PayloadMembers, _ place: PayloadPlace,
    into draft: inout PayloadDraft
  ) {
    if let link = fields[.clickAction], !json.isText(link, "noAction"),
      draft.link(json, link, at: place, "clickAction")
    {
      return
    }
    guard let link = fields[.url], !json.isText(link, "noAction"),
      !draft.link(json, link, at: place, "url")
    else { return }
    draft.link(json, json.field(json.object(link), "_"), at: place, "url/_")
  }

  /// A button's link is its own, or that of its id in an object `url`.
  private static func readButtons(
    _ json: borrowing Document, _ fields: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) {
    guard let links = json.object(fields[.url]), !isLinkText(json, fields) else {
      PayloadButtons.read(json, fields[.actions], .homeassistant, into: &draft)
      return
    }
    guard let actions = json.array(fields[.actions]) else { return }
    json.elements(actions) { action in
      guard draft.form.buttons < PayloadButtons.maximum,
        let id = json.identifier(json.field(action, "action"))
      else { return }
      let link = json.string(action, "uri") ?? json.text(id).flatMap { json.member(links, $0) }
      draft.button(id: id, title: json.string(action, "title"), link: link, of: json)
    }
  }

  private static func isLinkText(
    _ json: borrowing Document, _ fields: borrowing PayloadMembers
  ) -> Bool {
    guard let link = json.string(fields[.clickAction]) else { return false }
    return !json.isText(link, "noAction")
  }

  private static func isCommand(_ json: borrowing Document, _ message: Node) -> Bool {
    json.begins(message, "command_") || json.isText(message, "clear_notification")
      || json.isText(message, "clear_badge") || json.isText(message, "delete_alert")
      || json.begins(message, "request_location_update")
      || json.isText(message, "update_complications") || json.isText(message, "update_widgets")
      || json.isText(message, "remove_channel")
  }
}
