import JSON

/// FCM's bundle as an Android device gets it: flat, with the system's keys under `gcm.` and `google.`.
enum FCMDeviceForm: PayloadForm {
  /// What the SDK keeps from the app.
  static let own: PayloadNameSet = [
    .ofFCM, .message_type, .collapse_key, .message_id, .actionIdentifier,
  ]

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    if json.isText(members[.message_type], "deleted_messages") {
      draft.form.nothing = draft.keep { $0.append("FCM tells that it dropped messages") }
    }
    APNsForm.readAlert(json, members[.aps], into: &draft)
    if let title = json.string(members[.gcm_title]) ?? json.string(members[.gcmOld_title]) {
      draft.form.title = draft.keep(json, title)
    }
    if let body = json.string(members[.gcm_body]) ?? json.string(members[.gcmOld_body]) {
      draft.form.body = draft.keep(json, body)
    }
    draft.form.image = draft.keep(json, json.string(members[.gcm_image]) ?? members[.gcmOld_image])
    readLink(json, members, into: &draft)
    let identifier =
      json.identifier(members[.google_message_id]) ?? json.identifier(members[.gcm_message_id])
      ?? members[.message_id]
    draft.form.messageID = draft.keep(identifier: identifier, of: json)
    let key =
      json.string(members[.collapse_key]) ?? json.string(members[.gcm_tag])
      ?? members[.gcmOld_tag]
    draft.form.collapseKey = draft.keep(json, key)
    draft.form.timeToLive = json.milliseconds(members[.google_ttl])
    draft.form.sentAt = json.number(members[.google_sent_time])
    APNsForm.readAction(json, members[.actionIdentifier], into: &draft)
    try PayloadData(own: own).read(json, members, into: &draft)
    try GenericForm.readNested(json, members, into: &draft)
  }

  private static func readLink(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) {
    _ =
      draft.link(json, members[.gcm_link_android], at: "/gcm.n.link_android")
      || draft.link(json, members[.gcm_link], at: "/gcm.n.link")
      || draft.link(json, members[.gcmOld_link_android], at: "/gcm.notification.link_android")
      || draft.link(json, members[.gcmOld_link], at: "/gcm.notification.link")
  }
}
