import JSON

/// A notification of the desktop, as a bridge saw it: shown, or with the action that somebody invoked.
enum FreedesktopForm: PayloadForm {
  private static let own: PayloadNameSet = [
    .id, .body, .title, .hints, .image, .action, .target, .summary, .actions, .buttons, .dialect,
    .ofDesktop, .app_name, .priority, .replaces_id, .desktop_entry, .desktopEntryDashed,
    .default_action, .activation_token, .activationTokenDashed, .default_action_target,
  ]

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    draft.form.title = draft.keep(json, json.string(members[.summary]) ?? members[.title])
    draft.form.body = draft.keep(json, members[.body])
    let image = json.string(json.object(members[.hints]), "image-path") ?? members[.image]
    draft.form.image = draft.keep(json, image)
    if let replaced = members[.replaces_id], json.integer(replaced) != 0,
      !json.isText(replaced, "0")
    {
      draft.form.collapseKey = draft.keep(identifier: replaced, of: json)
    }
    let token = json.string(members[.activation_token]) ?? members[.activationTokenDashed]
    draft.form.activationToken = draft.keep(json, token)
    if let action = json.string(members[.action]) {
      draft.tap(action, of: json)
    } else if draft.form.activationToken.isPresent {
      draft.form.tapped = true
    }
    readActions(json, members[.actions], into: &draft)
    readPortal(json, members[.buttons], into: &draft)
    try readData(json, members, into: &draft)
  }

  /// Data are an object of their own or the action's target, else what stands beside it.
  private static func readData(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    let data = PayloadData(place: "/data")
    if try data.read(objectOrText: members[.data], of: json, into: &draft) { return }
    if try readTarget(json, members[.target], "/target", into: &draft) { return }
    let target = members[.default_action_target]
    if try readTarget(json, target, "/default-action-target", into: &draft) { return }
    try PayloadData(own: own).read(json, members, into: &draft)
  }

  private static func readTarget(
    _ json: borrowing Document, _ target: Node?, _ place: PayloadPlace,
    into draft: inout PayloadDraft
  ) throws(Refusal) -> Bool {
    guard let target else { return false }
    if try PayloadData(place: place).read(objectOrText: target, of: json, into: &draft) {
      return true
    }
    if !draft.form.link.isPresent, isLink(json, target) { draft.link(json, target, at: place) }
    return false
  }

  /// `[key, label, key, label, …]`; the key `default` is the notification itself.
  private static func readActions(
    _ json: borrowing Document, _ actions: Node?, into draft: inout PayloadDraft
  ) {
    guard let actions = json.array(actions) else { return }
    var key: Node?
    var count = 0
    json.elements(actions) { element in
      count += 1
      guard count <= 2 * PayloadButtons.maximum else { return }
      guard let id = key else {
        key = element
        return
      }
      key = nil
      guard json.string(id) != nil, !json.isText(id, "default") else { return }
      draft.button(id: id, title: json.identifier(element), of: json)
    }
  }

  /// The portal's buttons: `{label, action, target}`.
  private static func readPortal(
    _ json: borrowing Document, _ buttons: Node?, into draft: inout PayloadDraft
  ) {
    guard let buttons = json.array(buttons) else { return }
    json.elements(buttons) { button in
      guard draft.form.buttons < PayloadButtons.maximum,
        let id = json.string(button, "action")
      else { return }
      let link = json.string(button, "target").flatMap { isLink(json, $0) ? $0 : nil }
      draft.button(id: id, title: json.string(button, "label"), link: link, of: json)
    }
  }

  private static func isLink(_ json: borrowing Document, _ value: Node) -> Bool {
    json.withText(value) { text in
      for index in text.indices where text[index] == UInt8(ascii: ":") { return true }
      return text.count > 0 && text[0] == UInt8(ascii: "/")
    } == true
  }
}
