import JSON

/// FCM's HTTP v1 message, in either spelling of its names; its data are text only.
enum FCMForm: PayloadForm {
  /// Whether an object under `message` is one of FCM's.
  static func isMessage(_ json: borrowing Document, _ message: Node) -> Bool {
    json.firstMember(message) { name, value in
      switch name.count {
      case 4: (name.is("data") || name.is("apns")) && json.kind(value) == .object
      case 5: (name.is("token") || name.is("topic")) && json.kind(value) != .null
      case 7: (name.is("android") || name.is("webpush")) && json.kind(value) == .object
      default: name.is("notification") && json.kind(value) == .object
      }
    } != nil
  }

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    guard let node = json.object(members[.message]) else {
      throw Refusal(
        .payload_unrecognized, "a payload of dialect 'fcm' has an object 'message'", at: "/message")
    }
    let message = PayloadMembers(json, node)
    let android = json.object(message[.android])
    let web = json.object(message[.webpush])
    let apns = json.object(message[.apns])
    let shown = json.object(android, "notification")
    let page = json.object(web, "notification")
    readText(json, json.object(message[.notification]), into: &draft)
    readText(json, shown, into: &draft)
    readText(json, page, into: &draft)
    let payload = json.object(apns, "payload")
    if !draft.form.title.isPresent, !draft.form.body.isPresent {
      APNsForm.readAlert(json, json.field(payload, "aps"), into: &draft)
    }
    if !draft.form.image.isPresent, let apns {
      draft.form.image = draft.keep(json, json.field(options(json, apns), "image"))
    }
    readEnvelope(json, message, android: android, web: web, apns: apns, into: &draft)
    readLink(json, web, shown, into: &draft)
    PayloadButtons.read(json, json.field(page, "actions"), .web, into: &draft)
    try readData(json, message[.data], payload, page, into: &draft)
  }

  private static func readText(
    _ json: borrowing Document, _ shown: Node?, into draft: inout PayloadDraft
  ) {
    guard let shown else { return }
    if !draft.form.title.isPresent {
      draft.form.title = draft.keep(json, json.field(shown, "title"))
    }
    if !draft.form.body.isPresent { draft.form.body = draft.keep(json, json.field(shown, "body")) }
    if !draft.form.image.isPresent {
      draft.form.image = draft.keep(json, json.field(shown, "image"))
    }
  }

  private static func options(_ json: borrowing Document, _ node: Node?) -> Node? {
    json.object(node, "fcm_options") ?? json.object(node, "fcmOptions")
  }

  private static func readEnvelope(
    _ json: borrowing Document, _ message: borrowing PayloadMembers, android: Node?, web: Node?,
    apns: Node?, into draft: inout PayloadDraft
  ) {
    let headers = json.object(apns, "headers")
    let webHeaders = json.object(web, "headers")
    draft.form.messageID = draft.keep(
      identifier: json.identifier(message[.message_id]) ?? json.field(message.node, "messageId"),
      of: json)
    let key =
      json.string(android, "collapse_key") ?? json.string(android, "collapseKey")
      ?? json.string(headers, "apns-collapse-id")
      ?? json.string(json.object(android, "notification"), "tag")
      ?? json.string(webHeaders, "Topic")
    draft.form.collapseKey = draft.keep(json, key)
    draft.form.timeToLive =
      json.milliseconds(json.field(android, "ttl"))
      ?? json.milliseconds(json.field(webHeaders, "TTL"))
    if draft.form.timeToLive == nil,
      let expiry = json.milliseconds(json.field(headers, "apns-expiration"))
    {
      if expiry == 0 { draft.form.timeToLive = 0 } else { draft.form.expiresAt = expiry }
    }
  }

  /// A page's link, or the web page that a Huawei click action opens; `intent` and action names are no links.
  private static func readLink(
    _ json: borrowing Document, _ web: Node?, _ shown: Node?, into draft: inout PayloadDraft
  ) {
    func take(
      _ json: borrowing Document, _ holder: Node?, _ name: StaticString, _ place: PayloadPlace,
      _ draft: inout PayloadDraft
    ) -> Bool {
      guard let object = json.object(holder) else { return false }
      return draft.link(json, json.field(object, name), at: place, name)
    }
    _ =
      take(json, json.field(web, "fcm_options"), "link", "/message/webpush/fcm_options", &draft)
      || take(json, json.field(web, "fcmOptions"), "link", "/message/webpush/fcmOptions", &draft)
      || take(
        json, json.field(shown, "click_action"), "url",
        "/message/android/notification/click_action", &draft)
      || take(
        json, json.field(shown, "clickAction"), "url", "/message/android/notification/clickAction",
        &draft)
  }

  private static func readData(
    _ json: borrowing Document, _ data: Node?, _ payload: Node?, _ page: Node?,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    if let data {
      if let custom = json.field(data, "custom"), OneSignalForm.isCustom(json, custom, &draft) {
        try OneSignalForm.readCustom(
          json, custom, at: "/message/data/custom", data: "/message/data/custom/a", into: &draft)
        return
      }
      let reader = PayloadData(place: "/message/data")
      if try reader.read(objectOrText: data, of: json, into: &draft) { return }
    }
    if let payload, json.count(payload) > (json.object(payload, "aps") == nil ? 0 : 1) {
      try PayloadData(place: "/message/apns/payload").read(json, payload, into: &draft)
      return
    }
    try PayloadData(place: "/message/webpush/notification/data").read(
      json, json.field(page, "data"), into: &draft)
  }
}
