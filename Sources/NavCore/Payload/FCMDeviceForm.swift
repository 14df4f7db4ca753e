import JSON

/// FCM's bundle as an Android device gets it: flat, with the system's keys under `gcm.` and `google.`.
enum FCMDeviceForm: PayloadForm {
  /// The JSON Pointer of the first of the system's keys.
  static func marker(_ json: borrowing Document, _ root: Node) -> Text {
    var marker: Text?
    json.members(root) { name, _ in
      if marker == nil, PayloadNames.known(name) == .fcm {
        marker = Text("").below(named: name.text)
      }
    }
    return marker ?? ""
  }

  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    if json.string(root, "message_type") == "deleted_messages" {
      delivery.nothing = "FCM tells that it dropped messages"
    }
    APNsForm.readAlert(json, json.object(root, "aps"), into: &delivery)
    if let title = shown(json, root, "gcm.n.title", "gcm.notification.title") {
      delivery.title = title
    }
    if let body = shown(json, root, "gcm.n.body", "gcm.notification.body") { delivery.body = body }
    delivery.image = shown(json, root, "gcm.n.image", "gcm.notification.image")
    readLink(json, root, into: &delivery)
    delivery.messageID =
      json.identifier(root, "google.message_id") ?? json.identifier(root, "gcm.message_id")
      ?? json.identifier(root, "message_id")
    delivery.collapseKey =
      json.string(root, "collapse_key") ?? shown(json, root, "gcm.n.tag", "gcm.notification.tag")
    delivery.timeToLive = json.milliseconds(root, "google.ttl")
    delivery.sentAt = json.number(root, "google.sent_time")
    APNsForm.readAction(json, root, into: &delivery)
    try PayloadData(isSystem: isOwn).read(json, root, into: &delivery)
    try GenericForm.readNested(json, root, into: &delivery)
  }

  /// What the SDK keeps from the app.
  static func isOwn(_ name: borrowing Name) -> Bool {
    name.is("from") || name.is("message_type") || name.is("collapse_key") || name.is("message_id")
      || APNsForm.isOwn(name)
  }

  private static func shown(
    _ json: borrowing Document, _ root: Node, _ name: StaticString, _ older: StaticString
  ) -> Text? {
    json.string(root, name) ?? json.string(root, older)
  }

  private static func readLink(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) {
    for name: StaticString in [
      "gcm.n.link_android", "gcm.n.link", "gcm.notification.link_android", "gcm.notification.link",
    ] {
      guard let link = json.string(root, name) else { continue }
      delivery.link = link
      delivery.linkAt = Text("").below(name)
      return
    }
  }
}
