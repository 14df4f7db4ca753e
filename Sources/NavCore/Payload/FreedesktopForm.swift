import JSON

/// A notification of the desktop, as a bridge saw it: shown, or with the action that somebody invoked.
enum FreedesktopForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    let hints = json.object(root, "hints")
    delivery.title = json.string(root, "summary") ?? json.string(root, "title")
    delivery.body = json.string(root, "body")
    delivery.image = json.string(hints, "image-path") ?? json.string(root, "image")
    delivery.collapseKey = json.identifier(root, "replaces_id").flatMap { $0 == "0" ? nil : $0 }
    delivery.activationToken =
      json.string(root, "activation_token") ?? json.string(root, "activation-token")
    if let action = json.string(root, "action") {
      delivery.tapped = true
      if !action.isDefaultAction { delivery.action = action }
    } else if delivery.activationToken != nil {
      delivery.tapped = true
    }
    readActions(json, json.array(root, "actions"), into: &delivery)
    readPortal(json, json.array(root, "buttons"), into: &delivery)
    try readData(json, root, into: &delivery)
  }

  /// Data are an object of their own or the action's target, else what stands beside it.
  private static func readData(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    let data = PayloadData(place: "/data")
    if try data.read(objectOrText: json.field(root, "data"), of: json, into: &delivery) { return }
    for name: StaticString in ["target", "default-action-target"] {
      let value = json.field(root, name)
      let reader = PayloadData(place: Text("").below(name))
      if try reader.read(objectOrText: value, of: json, into: &delivery) { return }
      guard delivery.link == nil, let link = json.string(root, name), isLink(link)
      else { continue }
      delivery.link = link
      delivery.linkAt = Text("").below(name)
    }
    try PayloadData(isSystem: isOwn).read(json, root, into: &delivery)
  }

  /// `[key, label, key, label, …]`; the key `default` is the notification itself.
  private static func readActions(
    _ json: borrowing Document, _ actions: Node?, into delivery: inout Delivery
  ) {
    guard let actions else { return }
    var texts: [Text] = []
    json.elements(actions) { element in
      if texts.count < 2 * PayloadButtons.maximum { texts.append(json.text(element) ?? "") }
    }
    var index = 0
    while index + 1 < texts.count {
      let key = texts[index]
      if !key.isEmpty, key != "default" {
        delivery.buttons.append(Notice.Button(id: key, title: texts[index + 1]))
      }
      index += 2
    }
  }

  /// The portal's buttons: `{label, action, target}`.
  private static func readPortal(
    _ json: borrowing Document, _ buttons: Node?, into delivery: inout Delivery
  ) {
    guard let buttons else { return }
    var found = delivery.buttons
    json.elements(buttons) { button in
      guard found.count < PayloadButtons.maximum, let id = json.string(button, "action")
      else { return }
      let link = json.string(button, "target").flatMap { isLink($0) ? $0 : nil }
      found.append(Notice.Button(id: id, title: json.string(button, "label") ?? id, link: link))
    }
    delivery.buttons = found
  }

  private static func isLink(_ text: Text) -> Bool {
    text.bytes.first == UInt8(ascii: "/") || text.bytes.contains(UInt8(ascii: ":"))
  }

  private static func isOwn(_ name: borrowing Name) -> Bool {
    switch name.count {
    case 2: name.is("id")
    case 4: name.is("body")
    case 5: name.is("title") || name.is("hints") || name.is("image")
    case 6: name.is("action") || name.is("target")
    case 7: name.is("summary") || name.is("actions") || name.is("buttons") || name.is("dialect")
    case 8: name.is("app_icon") || name.is("app_name") || name.is("priority")
    case 11: name.is("replaces_id")
    case 13: name.is("desktop_entry") || name.is("desktop-entry")
    case 14: name.is("expire_timeout") || name.is("default-action")
    case 16: name.is("activation_token") || name.is("activation-token")
    default: name.is("default-action-target")
    }
  }
}
