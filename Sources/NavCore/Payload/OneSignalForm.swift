import JSON

/// OneSignal: `custom` (an object on iOS, JSON text on Android), or the newer `os_data` on iOS.
enum OneSignalForm: PayloadForm {
  /// Whether a `custom` is OneSignal's: an object, or the JSON text of one, that has an `i`.
  static func isCustom(_ json: borrowing Document, _ custom: Node?) -> Bool {
    guard let custom else { return false }
    if json.kind(custom) == .object { return json.string(custom, "i") != nil }
    guard let text = json.text(custom), let inner = Document.inside(text) else { return false }
    return inner.string(inner.root, "i") != nil
  }

  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    APNsForm.readAlert(json, json.object(root, "aps"), into: &delivery)
    if delivery.title == nil { delivery.title = json.string(root, "title") }
    if delivery.body == nil { delivery.body = json.string(root, "alert") ?? json.string(root, "m") }
    delivery.image = json.string(root, "bicon")
    delivery.collapseKey = json.string(root, "collapse_key") ?? json.string(root, "collapse_id")
    delivery.timeToLive = json.milliseconds(root, "google.ttl")
    delivery.sentAt = json.number(root, "google.sent_time")
    APNsForm.readAction(json, root, into: &delivery)
    readSelection(json, root, into: &delivery)
    readButtons(json, json.field(root, "buttons"), into: &delivery)
    readButtons(json, json.field(root, "o"), into: &delivery)
    if let custom = json.field(root, "custom") {
      try readCustom(json, custom, at: "/custom", into: &delivery)
    } else {
      let data = json.object(root, "os_data")
      readHead(json, data, at: "/os_data", into: &delivery)
      readButtons(json, json.field(data, "buttons"), into: &delivery)
      try PayloadData(isSystem: isOwn).read(json, root, into: &delivery)
    }
  }

  /// Reads `custom` in either of its forms: the message's id, its link, and `a`, the app's own data.
  static func readCustom(
    _ json: borrowing Document, _ custom: Node, at place: Text, into delivery: inout Delivery
  ) throws(Refusal) {
    if let text = json.text(custom) {
      guard let inner = try Document.inside(text, at: place) else { return }
      try readCustom(inner, inner.root, at: place, into: &delivery)
      return
    }
    readHead(json, custom, at: place, into: &delivery)
    guard let data = json.object(custom, "a") else { return }
    readSelection(json, data, into: &delivery)
    PayloadButtons.read(json, json.array(data, "actionButtons"), .onesignalLong, into: &delivery)
    try PayloadData(isSystem: isOwn, place: place.below("a")).read(json, data, into: &delivery)
  }

  private static func readHead(
    _ json: borrowing Document, _ head: Node?, at place: Text, into delivery: inout Delivery
  ) {
    delivery.messageID = json.string(head, "i")
    guard delivery.link == nil, let link = json.string(head, "u") else { return }
    delivery.link = link
    delivery.linkAt = place.below("u")
  }

  /// Buttons are an array, an object with one in `o`, or the JSON text of an array.
  private static func readButtons(
    _ json: borrowing Document, _ buttons: Node?, into delivery: inout Delivery
  ) {
    guard let buttons else { return }
    if let text = json.text(buttons) {
      guard let inner = Document.inside(text) else { return }
      PayloadButtons.read(inner, inner.root, .onesignal, into: &delivery)
    } else if json.kind(buttons) == .object {
      PayloadButtons.read(json, json.array(buttons, "o"), .onesignal, into: &delivery)
    } else {
      PayloadButtons.read(json, buttons, .onesignal, into: &delivery)
    }
  }

  private static func readSelection(
    _ json: borrowing Document, _ node: Node, into delivery: inout Delivery
  ) {
    guard let action = json.string(node, "actionSelected") ?? json.string(node, "actionId")
    else { return }
    delivery.tapped = true
    if !action.isDefaultAction { delivery.action = action }
  }

  private static func isOwn(_ name: borrowing Name) -> Bool {
    switch name.count {
    case 1: name.is("m") || name.is("o") || name.is("b") || name.is("s")
    case 3: name.is("att") || name.is("aps") || name.is("grp") || name.is("pri") || name.is("vis")
    case 5: name.is("alert") || name.is("title") || name.is("bicon")
    case 6: name.is("custom")
    case 7: name.is("os_data") || name.is("buttons") || name.is("dialect")
    case 8: name.is("actionId") || name.is("_j_msgid")
    case 13: name.is("actionButtons")
    case 14: name.is("actionSelected")
    default: name.is("collapse_id") || FCMDeviceForm.isOwn(name)
    }
  }
}
