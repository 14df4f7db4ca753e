import JSON

/// Expo: the message as it is sent, and the notification or response as an app gets it.
enum ExpoForm: PayloadForm {
  /// Whether `to` is a push token, or an array that begins with one.
  static func isAddress(_ json: borrowing Document, _ to: Node?) -> Bool {
    guard let to else { return false }
    if let token = json.text(to) {
      return token.begins("ExponentPushToken[") || token.begins("ExpoPushToken[")
    }
    guard json.kind(to) == .array, let first = json.element(to, 0) else { return false }
    return json.kind(first) == .string && isAddress(json, first)
  }

  /// The content of a received one, and where it stands.
  static func content(_ json: borrowing Document, _ root: Node) -> (node: Node, marker: Text)? {
    if let content = json.object(json.object(root, "request"), "content") {
      return (content, "/request/content")
    }
    let request = json.object(json.object(root, "notification"), "request")
    guard let content = json.object(request, "content") else { return nil }
    return (content, "/notification/request/content")
  }

  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    let received = content(json, root)
    let shown = received?.node ?? root
    delivery.title = json.string(shown, "title")
    delivery.body = json.string(shown, "body")
    delivery.image = json.string(json.object(shown, "richContent"), "image")
    delivery.collapseKey = json.string(shown, "collapseId") ?? json.string(shown, "tag")
    delivery.timeToLive = json.milliseconds(shown, "ttl")
    if delivery.timeToLive == nil, let expiry = json.milliseconds(shown, "expiration"), expiry > 0 {
      delivery.expiresAt = expiry
    }
    if received != nil {
      let request =
        json.object(root, "request") ?? json.object(json.object(root, "notification"), "request")
      delivery.messageID = json.identifier(request, "identifier")
      APNsForm.readAction(json, root, into: &delivery)
    }
    delivery.isSilent =
      json.flag(shown, "_contentAvailable") && delivery.title == nil && delivery.body == nil
    let place = (received?.marker ?? "").below("data")
    _ = try PayloadData(place: place).read(
      objectOrText: json.field(shown, "data"), of: json, into: &delivery)
  }
}
