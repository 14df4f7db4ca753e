import JSON

/// Web Push: a notification's options, flat or under `notification`, with the app's own `data`.
enum WebPushForm: PayloadForm {
  /// Whether an object under `notification` is one that a page shows.
  static func isNotification(_ json: borrowing Document, _ node: Node) -> Bool {
    json.string(node, "title") != nil || json.string(node, "body") != nil
      || json.object(node, "data") != nil
  }

  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    let isNested = json.object(root, "notification") != nil
    let shown = json.object(root, "notification") ?? root
    let base: Text = isNested ? "/notification" : ""
    delivery.title = json.string(shown, "title")
    readShown(json, shown, into: &delivery)
    PayloadButtons.read(json, json.array(shown, "actions"), .web, into: &delivery)
    readClick(json, root, into: &delivery)
    let reader = PayloadData(place: base.below("data"))
    if try reader.read(objectOrText: json.field(shown, "data"), of: json, into: &delivery) {
      return
    }
    if isNested, json.object(root, "data") != nil {
      try PayloadData(place: "/data").read(json, json.object(root, "data"), into: &delivery)
      return
    }
    try PayloadData(isSystem: isOwn, place: isNested ? base : "").read(json, shown, into: &delivery)
  }

  /// Reads what a notification's options show.
  static func readShown(
    _ json: borrowing Document, _ shown: Node, into delivery: inout Delivery
  ) {
    delivery.body = json.string(shown, "body")
    delivery.image = json.string(shown, "image")
    delivery.collapseKey = json.string(shown, "tag")
    delivery.sentAt = json.number(shown, "timestamp")
  }

  /// Reads the event that a service worker passes on: `action` beside `notification`.
  static func readClick(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) {
    guard json.object(root, "notification") != nil, let node = json.field(root, "action"),
      let action = json.text(node)
    else { return }
    delivery.tapped = true
    if !action.isEmpty { delivery.action = action }
  }

  static func isOwn(_ name: borrowing Name) -> Bool {
    switch name.count {
    case 3: name.is("dir") || name.is("tag")
    case 4: name.is("body") || name.is("icon") || name.is("lang") || name.is("data")
    case 5: name.is("title") || name.is("badge") || name.is("image")
    case 6: name.is("silent")
    case 7: name.is("actions") || name.is("vibrate") || name.is("dialect")
    case 8: name.is("renotify")
    case 9: name.is("timestamp")
    case 18: name.is("requireInteraction")
    default: false
    }
  }
}
