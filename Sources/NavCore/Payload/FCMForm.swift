import JSON

/// FCM's HTTP v1 message, in either spelling of its names; its data are text only.
enum FCMForm: PayloadForm {
  /// Whether an object under `message` is one of FCM's.
  static func isMessage(_ json: borrowing Document, _ message: Node) -> Bool {
    json.object(message, "data") != nil || json.object(message, "notification") != nil
      || json.field(message, "token") != nil || json.field(message, "topic") != nil
      || json.object(message, "android") != nil || json.object(message, "apns") != nil
      || json.object(message, "webpush") != nil
  }

  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    guard let message = json.object(root, "message") else {
      throw Refusal(
        .payload_unrecognized, "a payload of dialect 'fcm' has an object 'message'", at: "/message")
    }
    let android = json.object(message, "android")
    let web = json.object(message, "webpush")
    let apns = json.object(message, "apns")
    let shown = json.object(android, "notification")
    let page = json.object(web, "notification")
    readText(json, json.object(message, "notification"), into: &delivery)
    readText(json, shown, into: &delivery)
    readText(json, page, into: &delivery)
    let payload = json.object(apns, "payload")
    if delivery.title == nil, delivery.body == nil {
      APNsForm.readAlert(json, json.object(payload, "aps"), into: &delivery)
    }
    if delivery.image == nil { delivery.image = json.string(options(json, apns), "image") }
    readEnvelope(json, message, android, web, apns, into: &delivery)
    readLink(json, web, shown, into: &delivery)
    PayloadButtons.read(json, json.array(page, "actions"), .web, into: &delivery)
    try readData(json, message, payload, page, into: &delivery)
  }

  private static func readText(
    _ json: borrowing Document, _ shown: Node?, into delivery: inout Delivery
  ) {
    guard let shown else { return }
    if delivery.title == nil { delivery.title = json.string(shown, "title") }
    if delivery.body == nil { delivery.body = json.string(shown, "body") }
    if delivery.image == nil { delivery.image = json.string(shown, "image") }
  }

  private static func options(_ json: borrowing Document, _ node: Node?) -> Node? {
    json.object(node, "fcm_options") ?? json.object(node, "fcmOptions")
  }

  private static func readEnvelope(
    _ json: borrowing Document, _ message: Node, _ android: Node?, _ web: Node?, _ apns: Node?,
    into delivery: inout Delivery
  ) {
    let headers = json.object(apns, "headers")
    let webHeaders = json.object(web, "headers")
    delivery.messageID =
      json.identifier(message, "message_id") ?? json.identifier(message, "messageId")
    delivery.collapseKey =
      json.string(android, "collapse_key") ?? json.string(android, "collapseKey")
      ?? json.string(headers, "apns-collapse-id")
      ?? json.string(json.object(android, "notification"), "tag")
      ?? json.string(webHeaders, "Topic")
    delivery.timeToLive = json.milliseconds(android, "ttl") ?? json.milliseconds(webHeaders, "TTL")
    if delivery.timeToLive == nil, let expiry = json.milliseconds(headers, "apns-expiration") {
      if expiry == 0 { delivery.timeToLive = 0 } else { delivery.expiresAt = expiry }
    }
  }

  /// A page's link, or the web page that a Huawei click action opens; `intent` and action names are no links.
  private static func readLink(
    _ json: borrowing Document, _ web: Node?, _ shown: Node?, into delivery: inout Delivery
  ) {
    for name: StaticString in ["fcm_options", "fcmOptions"] {
      guard let link = json.string(json.object(web, name), "link") else { continue }
      delivery.link = link
      delivery.linkAt = Text("/message/webpush").below(name).below("link")
      return
    }
    for name: StaticString in ["click_action", "clickAction"] {
      guard let link = json.string(json.object(shown, name), "url") else { continue }
      delivery.link = link
      delivery.linkAt = Text("/message/android/notification").below(name).below("url")
      return
    }
  }

  private static func readData(
    _ json: borrowing Document, _ message: Node, _ payload: Node?, _ page: Node?,
    into delivery: inout Delivery
  ) throws(Refusal) {
    if let data = json.field(message, "data") {
      if let custom = json.field(data, "custom"), OneSignalForm.isCustom(json, custom) {
        try OneSignalForm.readCustom(json, custom, at: "/message/data/custom", into: &delivery)
        return
      }
      let reader = PayloadData(place: "/message/data")
      if try reader.read(objectOrText: data, of: json, into: &delivery) { return }
    }
    if let payload, json.count(payload) > (json.object(payload, "aps") == nil ? 0 : 1) {
      try PayloadData(place: "/message/apns/payload").read(json, payload, into: &delivery)
      return
    }
    if let data = json.object(page, "data") {
      try PayloadData(place: "/message/webpush/notification/data").read(json, data, into: &delivery)
    }
  }
}
