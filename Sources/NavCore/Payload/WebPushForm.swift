import JSON

/// Web Push: a notification's options, flat or under `notification`, with the app's own `data`.
enum WebPushForm: PayloadForm {
  private static let own: PayloadNameSet = [
    .ofPage, .pageHint, .tag, .body, .icon, .data, .title, .image, .actions, .dialect, .timestamp,
  ]

  /// Whether an object under `notification` is one that a page shows.
  static func isNotification(_ json: borrowing Document, _ node: Node) -> Bool {
    json.firstMember(node) { name, value in
      if name.is("title") || name.is("body") { return json.string(value) != nil }
      return name.is("data") && json.kind(value) == .object
    } != nil
  }

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    guard let notification = json.object(members[.notification]) else {
      if try !read(json, members, data: "/data", into: &draft) {
        try PayloadData(own: own).read(json, members, into: &draft)
      }
      return
    }
    let shown = PayloadMembers(json, notification)
    readClick(json, members, into: &draft)
    guard try !read(json, shown, data: "/notification/data", into: &draft) else { return }
    if let data = json.object(members[.data]) {
      try PayloadData(place: "/data").read(json, data, into: &draft)
    } else {
      try PayloadData(own: own, place: "/notification").read(json, shown, into: &draft)
    }
  }

  /// Reads what is shown, and its data; false where it has none.
  private static func read(
    _ json: borrowing Document, _ shown: borrowing PayloadMembers, data place: PayloadPlace,
    into draft: inout PayloadDraft
  ) throws(Refusal) -> Bool {
    draft.form.title = draft.keep(json, shown[.title])
    readShown(json, shown, into: &draft)
    PayloadButtons.read(json, shown[.actions], .web, into: &draft)
    return try PayloadData(place: place).read(
      objectOrText: shown[.data], of: json, into: &draft)
  }

  /// Reads what a notification's options show.
  static func readShown(
    _ json: borrowing Document, _ shown: borrowing PayloadMembers, into draft: inout PayloadDraft
  ) {
    draft.form.body = draft.keep(json, shown[.body])
    draft.form.image = draft.keep(json, shown[.image])
    draft.form.collapseKey = draft.keep(json, shown[.tag])
    draft.form.sentAt = json.number(shown[.timestamp])
  }

  /// Reads the event that a service worker passes on: `action` beside `notification`.
  static func readClick(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) {
    guard members.has(.notification), let action = members[.action],
      json.kind(action) == .string
    else { return }
    draft.form.tapped = true
    draft.form.action = draft.keep(json, action)
  }
}
