import JSON

/// APNs as the device gets it: `aps`, and the sender's own data as its peers; article form 5 too.
enum APNsForm: PayloadForm {
  private static let own: PayloadNameSet = [.actionIdentifier]

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    readAlert(json, members[.aps], into: &draft)
    draft.form.messageID = draft.keep(identifier: members[.gcm_message_id], of: json)
    readAction(json, members[.actionIdentifier], into: &draft)
    try PayloadData(own: own).read(json, members, into: &draft)
    try GenericForm.readNested(json, members, into: &draft)
  }

  /// Reads what people see of `aps`, and whether they see anything.
  static func readAlert(
    _ json: borrowing Document, _ aps: Node?, into draft: inout PayloadDraft
  ) {
    guard let aps = json.object(aps) else { return }
    var alert: Node?
    var wakes = false
    var isSeen = false
    json.members(aps) { name, value in
      switch name.count {
      case 5 where name.is("alert"): if json.kind(value) != .null { alert = value }
      case 5 where name.is("badge") || name.is("sound"):
        isSeen = isSeen || json.kind(value) != .null
      case 17 where name.is("content-available"): wakes = json.flag(value)
      default: break
      }
    }
    if let alert, json.kind(alert) == .object {
      draft.form.title = draft.keep(json, json.field(alert, "title"))
      draft.form.body = draft.keep(json, json.field(alert, "body"))
    } else {
      draft.form.body = draft.keep(json, alert)
    }
    draft.form.isSilent = wakes && alert == nil && !isSeen
  }

  /// Reads the identifier of the action that a bridge saw, where it passes one on.
  static func readAction(
    _ json: borrowing Document, _ action: Node?, into draft: inout PayloadDraft
  ) {
    guard let action = json.string(action), !json.isDismissal(action) else { return }
    draft.tap(action, of: json)
  }
}

extension Document {
  /// Whether it is a system's name for a tap on the notification itself.
  fileprivate func isDefaultAction(_ action: Node) -> Bool {
    isText(action, "com.apple.UNNotificationDefaultActionIdentifier")
      || isText(action, "expo.modules.notifications.actions.DEFAULT")
      || isText(action, "default") || isText(action, "__DEFAULT__")
  }

  /// Whether it is a system's name for swiping the notification away.
  fileprivate func isDismissal(_ action: Node) -> Bool {
    isText(action, "com.apple.UNNotificationDismissActionIdentifier")
      || isText(action, "expo.modules.notifications.actions.DISMISS")
  }
}

extension PayloadDraft {
  /// Notes that somebody tapped the button of this id, or the notification itself.
  mutating func tap(_ action: Node, of json: borrowing Document) {
    form.tapped = true
    if !json.isDefaultAction(action) { form.action = keep(json, action) }
  }
}
