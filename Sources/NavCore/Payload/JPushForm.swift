import JSON

/// JPush: its API's request, what an iOS device gets, and what an Android device gets.
enum JPushForm: PayloadForm {
  /// Whether the object is a request of the API.
  static func isRequest(_ json: borrowing Document, _ root: Node) -> Bool {
    let notification = json.object(root, "notification")
    return json.field(notification, "alert") != nil || json.object(notification, "android") != nil
      || json.object(notification, "ios") != nil || json.object(notification, "hmos") != nil
      || json.field(json.object(root, "message"), "msg_content") != nil
  }

  /// The JSON Pointer of the first key of JPush's own.
  static func marker(_ json: borrowing Document, _ root: Node) -> Text {
    var marker: Text?
    json.members(root) { name, _ in
      if marker == nil, PayloadNames.known(name) == .jpush {
        marker = Text("").below(named: name.text)
      }
    }
    return marker ?? ""
  }

  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    if isRequest(json, root) {
      try readRequest(json, root, into: &delivery)
    } else {
      try readDevice(json, root, into: &delivery)
    }
  }

  private static func readRequest(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    let notification = json.object(root, "notification")
    let message = json.object(root, "message")
    let options = json.object(root, "options")
    for name: StaticString in ["android", "ios", "hmos"] {
      let platform = json.object(notification, name)
      if delivery.title == nil { delivery.title = json.string(platform, "title") }
      readAlert(json, json.field(platform, "alert"), into: &delivery)
    }
    readAlert(json, json.field(notification, "alert"), into: &delivery)
    if delivery.title == nil { delivery.title = json.string(message, "title") }
    delivery.image = json.string(json.object(notification, "android"), "big_pic_path")
    delivery.messageID = json.identifier(root, "cid")
    delivery.collapseKey =
      json.string(options, "apns_collapse_id") ?? json.identifier(options, "override_msg_id")
    delivery.timeToLive = json.milliseconds(options, "time_to_live")
    delivery.isSilent = delivery.title == nil && delivery.body == nil
    for name: StaticString in ["android", "ios", "hmos"] {
      let place = Text("/notification").below(name).below("extras")
      if try readExtras(
        json, json.field(json.object(notification, name), "extras"), place, &delivery)
      {
        return
      }
    }
    if try readExtras(json, json.field(message, "extras"), "/message/extras", &delivery) { return }
    guard let content = json.string(message, "msg_content") else { return }
    if let inner = Document.inside(content) {
      try PayloadData(place: "/message/msg_content").read(inner, inner.root, into: &delivery)
    }
  }

  private static func readDevice(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    APNsForm.readAlert(json, json.object(root, "aps"), into: &delivery)
    APNsForm.readAction(json, root, into: &delivery)
    func first(_ json: borrowing Document, _ names: [StaticString]) -> Text? {
      for name in names { if let text = json.identifier(root, name) { return text } }
      return nil
    }
    if delivery.title == nil {
      delivery.title = first(
        json,
        [
          "cn.jpush.android.NOTIFICATION_CONTENT_TITLE", "cn.jpush.android.TITLE",
          "EXTRA_NOTIFICATION_TITLE", "EXTRA_TITLE", "n_title",
        ])
    }
    if delivery.body == nil {
      delivery.body = first(json, ["cn.jpush.android.ALERT", "EXTRA_ALERT", "n_content"])
    }
    delivery.messageID = first(
      json, ["_j_msgid", "cn.jpush.android.MSG_ID", "EXTRA_MSG_ID", "msg_id"])
    for name: StaticString in ["cn.jpush.android.EXTRA", "EXTRA_EXTRA", "n_extras"]
    where try readExtras(json, json.field(root, name), Text("").below(name), &delivery) {
      return
    }
    for name: StaticString in ["cn.jpush.android.MESSAGE", "EXTRA_MESSAGE"] {
      guard let content = json.string(root, name), let inner = Document.inside(content)
      else { continue }
      try PayloadData(place: Text("").below(name)).read(inner, inner.root, into: &delivery)
      return
    }
    try PayloadData(isSystem: isOwn).read(json, root, into: &delivery)
    try GenericForm.readNested(json, root, into: &delivery)
  }

  /// Extras are an object, or the JSON text of one; empty ones are none.
  private static func readExtras(
    _ json: borrowing Document, _ extras: Node?, _ place: Text, _ delivery: inout Delivery
  ) throws(Refusal) -> Bool {
    guard let extras, json.kind(extras) != .object || json.count(extras) > 0 else { return false }
    return try PayloadData(place: place).read(objectOrText: extras, of: json, into: &delivery)
  }

  private static func readAlert(
    _ json: borrowing Document, _ alert: Node?, into delivery: inout Delivery
  ) {
    guard let alert else { return }
    if delivery.title == nil { delivery.title = json.string(alert, "title") }
    if delivery.body == nil {
      delivery.body = json.kind(alert) == .object ? json.string(alert, "body") : text(json, alert)
    }
  }

  private static func text(_ json: borrowing Document, _ node: Node) -> Text? {
    guard let text = json.text(node), !text.isEmpty else { return nil }
    return text
  }

  static func isOwn(_ name: borrowing Name) -> Bool {
    name.starts("cn.jpush.android.") || name.starts("EXTRA_") || name.starts("n_")
      || name.is("msg_id") || name.is("rom_type") || name.is("whichPushSDK") || APNsForm.isOwn(name)
  }
}
