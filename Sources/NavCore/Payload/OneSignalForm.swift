import JSON

/// OneSignal: `custom` (an object on iOS, JSON text on Android), or the newer `os_data` on iOS.
enum OneSignalForm: PayloadForm {
  private static let own = FCMDeviceForm.own.union([
    .ofOneSignal, .aps, .alert, .title, .custom, .os_data, .buttons, .dialect, .actionId, .j_msgid,
    .actionSelected, .collapse_id,
  ])

  /// Whether a `custom` is OneSignal's: an object, or the JSON text of one, that has an `i`.
  static func isCustom(
    _ json: borrowing Document, _ custom: Node, _ draft: inout PayloadDraft
  ) -> Bool {
    if json.kind(custom) == .object { return json.string(custom, "i") != nil }
    do throws(Refusal) {
      return try draft.inside(json, custom) { inner, _ throws(Refusal) in
        inner.string(inner.root, "i") != nil
      } == true
    } catch {
      return false
    }
  }

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    let root = members.node
    APNsForm.readAlert(json, members[.aps], into: &draft)
    if !draft.form.title.isPresent { draft.form.title = draft.keep(json, members[.title]) }
    if !draft.form.body.isPresent {
      draft.form.body = draft.keep(json, json.string(members[.alert]) ?? json.field(root, "m"))
    }
    draft.form.image = draft.keep(json, json.field(root, "bicon"))
    draft.form.collapseKey = draft.keep(
      json, json.string(members[.collapse_key]) ?? members[.collapse_id])
    draft.form.timeToLive = json.milliseconds(members[.google_ttl])
    draft.form.sentAt = json.number(members[.google_sent_time])
    APNsForm.readAction(json, members[.actionIdentifier], into: &draft)
    readSelection(json, members, into: &draft)
    readButtons(json, members[.buttons], into: &draft)
    readButtons(json, json.field(root, "o"), into: &draft)
    if let custom = members[.custom] {
      try readCustom(json, custom, at: "/custom", data: "/custom/a", into: &draft)
      return
    }
    let head = json.object(members[.os_data])
    readHead(json, head, at: "/os_data", into: &draft)
    readButtons(json, json.field(head, "buttons"), into: &draft)
    try PayloadData(own: own).read(json, members, into: &draft)
  }

  /// Reads `custom` in either of its forms: the message's id, its link, and `a`, the app's own data.
  static func readCustom(
    _ json: borrowing Document, _ custom: Node, at place: PayloadPlace, data: PayloadPlace,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    guard json.kind(custom) == .object else {
      _ = try draft.inside(json, custom, at: place) { inner, draft throws(Refusal) in
        try read(inner, custom: inner.root, at: place, data: data, into: &draft)
      }
      return
    }
    try read(json, custom: custom, at: place, data: data, into: &draft)
  }

  private static func read(
    _ json: borrowing Document, custom: Node, at place: PayloadPlace, data: PayloadPlace,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    readHead(json, custom, at: place, into: &draft)
    guard let node = json.object(custom, "a") else { return }
    let members = PayloadMembers(json, node)
    readSelection(json, members, into: &draft)
    PayloadButtons.read(
      json, json.field(node, "actionButtons"), .onesignalLong, into: &draft)
    try PayloadData(own: own, place: data).read(json, members, into: &draft)
  }

  private static func readHead(
    _ json: borrowing Document, _ head: Node?, at place: PayloadPlace,
    into draft: inout PayloadDraft
  ) {
    draft.form.messageID = draft.keep(json, json.field(head, "i"))
    guard !draft.form.link.isPresent else { return }
    draft.link(json, json.field(head, "u"), at: place, "u")
  }

  /// Buttons are an array, an object with one in `o`, or the JSON text of an array.
  private static func readButtons(
    _ json: borrowing Document, _ buttons: Node?, into draft: inout PayloadDraft
  ) {
    guard let buttons else { return }
    switch json.kind(buttons) {
    case .array: PayloadButtons.read(json, buttons, .onesignal, into: &draft)
    case .object: PayloadButtons.read(json, json.field(buttons, "o"), .onesignal, into: &draft)
    default:
      do throws(Refusal) {
        _ = try draft.inside(json, buttons) { inner, draft throws(Refusal) in
          PayloadButtons.read(inner, inner.root, .onesignal, into: &draft)
        }
      } catch {}
    }
  }

  private static func readSelection(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) {
    guard let action = json.string(members[.actionSelected]) ?? json.string(members[.actionId])
    else { return }
    draft.tap(action, of: json)
  }
}
