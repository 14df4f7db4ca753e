import JSON

/// JPush: its API's request, what an iOS device gets, and what an Android device gets.
enum JPushForm: PayloadForm {
  static let own: PayloadNameSet = [
    .jpush_other, .jpush_notification_content_title, .jpush_title, .jpush_alert, .jpush_msg_id,
    .jpush_extra, .jpush_message, .extra_extra, .extra_msg_id, .n_extras, .n_content,
    .extra_notification_title, .extra_title, .extra_alert, .extra_message, .n_title, .msg_id,
    .ofJPush, .actionIdentifier,
  ]

  /// Whether the object is a request of the API.
  static func isRequest(_ json: borrowing Document, _ members: borrowing PayloadMembers) -> Bool {
    let notification = json.object(members[.notification])
    return json.field(notification, "alert") != nil || json.object(notification, "android") != nil
      || json.object(notification, "ios") != nil || json.object(notification, "hmos") != nil
      || json.field(json.object(members[.message]), "msg_content") != nil
  }

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    if isRequest(json, members) {
      try readRequest(json, members, into: &draft)
    } else {
      try readDevice(json, members, into: &draft)
    }
  }

  private static func readRequest(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    let notification = json.object(members[.notification])
    let message = json.object(members[.message])
    let options = json.object(members.node, "options")
    let android = json.object(notification, "android")
    let ios = json.object(notification, "ios")
    let harmony = json.object(notification, "hmos")
    readShown(json, android, into: &draft)
    readShown(json, ios, into: &draft)
    readShown(json, harmony, into: &draft)
    readAlert(json, json.field(notification, "alert"), into: &draft)
    if !draft.form.title.isPresent {
      draft.form.title = draft.keep(json, json.field(message, "title"))
    }
    draft.form.image = draft.keep(json, json.field(android, "big_pic_path"))
    draft.form.messageID = draft.keep(identifier: json.field(members.node, "cid"), of: json)
    let key =
      json.string(options, "apns_collapse_id") ?? json.field(options, "override_msg_id")
    draft.form.collapseKey = draft.keep(identifier: key, of: json)
    draft.form.timeToLive = json.milliseconds(json.field(options, "time_to_live"))
    draft.form.isSilent = !draft.form.title.isPresent && !draft.form.body.isPresent
    let first = json.field(android, "extras")
    if try readExtras(json, first, "/notification/android/extras", &draft) { return }
    let second = json.field(ios, "extras")
    if try readExtras(json, second, "/notification/ios/extras", &draft) { return }
    let third = json.field(harmony, "extras")
    if try readExtras(json, third, "/notification/hmos/extras", &draft) { return }
    let last = json.field(message, "extras")
    if try readExtras(json, last, "/message/extras", &draft) { return }
    _ = try readMessage(
      json, json.field(message, "msg_content"), "/message/msg_content", into: &draft)
  }

  private static func readShown(
    _ json: borrowing Document, _ platform: Node?, into draft: inout PayloadDraft
  ) {
    guard let platform else { return }
    if !draft.form.title.isPresent {
      draft.form.title = draft.keep(json, json.field(platform, "title"))
    }
    readAlert(json, json.field(platform, "alert"), into: &draft)
  }

  private static func readDevice(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    APNsForm.readAlert(json, members[.aps], into: &draft)
    APNsForm.readAction(json, members[.actionIdentifier], into: &draft)
    if !draft.form.title.isPresent {
      let title =
        json.identifier(members[.jpush_notification_content_title])
        ?? json.identifier(members[.jpush_title])
        ?? json.identifier(members[.extra_notification_title])
        ?? json.identifier(members[.extra_title]) ?? members[.n_title]
      draft.form.title = draft.keep(identifier: title, of: json)
    }
    if !draft.form.body.isPresent {
      let body =
        json.identifier(members[.jpush_alert]) ?? json.identifier(members[.extra_alert])
        ?? members[.n_content]
      draft.form.body = draft.keep(identifier: body, of: json)
    }
    let identifier =
      json.identifier(members[.j_msgid]) ?? json.identifier(members[.jpush_msg_id])
      ?? json.identifier(members[.extra_msg_id]) ?? members[.msg_id]
    draft.form.messageID = draft.keep(identifier: identifier, of: json)
    if try readExtras(json, members[.jpush_extra], "/cn.jpush.android.EXTRA", &draft) { return }
    if try readExtras(json, members[.extra_extra], "/EXTRA_EXTRA", &draft) { return }
    if try readExtras(json, members[.n_extras], "/n_extras", &draft) { return }
    let content = members[.jpush_message]
    if try readMessage(json, content, "/cn.jpush.android.MESSAGE", into: &draft) { return }
    let message = members[.extra_message]
    if try readMessage(json, message, "/EXTRA_MESSAGE", into: &draft) { return }
    try PayloadData(own: own).read(json, members, into: &draft)
    try GenericForm.readNested(json, members, into: &draft)
  }

  /// Extras are an object, or the JSON text of one; empty ones are none.
  private static func readExtras(
    _ json: borrowing Document, _ extras: Node?, _ place: PayloadPlace,
    _ draft: inout PayloadDraft
  ) throws(Refusal) -> Bool {
    guard let extras, json.kind(extras) != .object || json.count(extras) > 0 else { return false }
    return try PayloadData(place: place).read(objectOrText: extras, of: json, into: &draft)
  }

  /// A custom message's content may be JSON text.
  private static func readMessage(
    _ json: borrowing Document, _ content: Node?, _ place: PayloadPlace,
    into draft: inout PayloadDraft
  ) throws(Refusal) -> Bool {
    try draft.inside(json, content) { inner, draft throws(Refusal) in
      try PayloadData(place: place).read(inner, inner.root, into: &draft)
    } != nil
  }

  private static func readAlert(
    _ json: borrowing Document, _ alert: Node?, into draft: inout PayloadDraft
  ) {
    guard let alert else { return }
    let isObject = json.kind(alert) == .object
    if isObject, !draft.form.title.isPresent {
      draft.form.title = draft.keep(json, json.field(alert, "title"))
    }
    if !draft.form.body.isPresent {
      draft.form.body = draft.keep(json, isObject ? json.field(alert, "body") : alert)
    }
  }
}
