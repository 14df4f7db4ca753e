import JSON

/// Home Assistant: a notify service's call, or the flat fields that the companion app gets.
enum HomeAssistantForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    let data = json.object(root, "data")
    let fields = data ?? root
    let place: Text = data == nil ? "" : "/data"
    delivery.title = json.string(root, "title")
    delivery.body = json.string(root, "message")
    if let body = delivery.body, isCommand(body) {
      delivery.nothing = Text("\(quoted(body)) is a command to the companion app")
    }
    delivery.image = json.string(fields, "image")
    delivery.collapseKey = json.string(fields, "tag")
    delivery.timeToLive = json.milliseconds(fields, "ttl")
    PayloadButtons.read(json, json.array(fields, "actions"), .homeassistant, into: &delivery)
    readLink(json, fields, place, into: &delivery)
    try PayloadData(isSystem: isOwn, place: place).read(json, fields, into: &delivery)
  }

  private static func readLink(
    _ json: borrowing Document, _ fields: Node, _ place: Text, into delivery: inout Delivery
  ) {
    for name: StaticString in ["clickAction", "url"] {
      guard let link = json.string(fields, name), link != "noAction" else { continue }
      delivery.link = link
      delivery.linkAt = place.below(name)
      return
    }
    guard let links = json.object(fields, "url") else { return }
    if let link = json.string(links, "_") {
      delivery.link = link
      delivery.linkAt = place.below("url").below("_")
    }
    for index in delivery.buttons.indices where delivery.buttons[index].link == nil {
      guard let value = json.member(links, delivery.buttons[index].id) else { continue }
      delivery.buttons[index].link = json.text(value)
    }
  }

  private static func isCommand(_ message: Text) -> Bool {
    message.begins("command_") || message == "clear_notification" || message == "clear_badge"
      || message == "delete_alert" || message.begins("request_location_update")
      || message == "update_complications" || message == "update_widgets"
      || message == "remove_channel"
  }

  private static func isOwn(_ name: borrowing Name) -> Bool {
    switch name.count {
    case 3: name.is("tag") || name.is("ttl") || name.is("url")
    case 4: name.is("data") || name.is("push") || name.is("icon")
    case 5: name.is("title") || name.is("image") || name.is("group") || name.is("color")
    case 6: name.is("target") || name.is("sticky")
    case 7: name.is("message") || name.is("actions") || name.is("channel") || name.is("dialect")
    case 8: name.is("priority") || name.is("subtitle")
    case 10: name.is("importance") || name.is("persistent")
    case 11: name.is("clickAction") || name.is("ledColor") || name.is("attachment")
    default: name.is("registration_info") || name.is("notification_icon") || name.is("webhook_id")
    }
  }
}
