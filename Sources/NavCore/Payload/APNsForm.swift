import JSON

/// APNs as the device gets it: `aps`, and the sender's own data as its peers; article form 5 too.
enum APNsForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    readAlert(json, json.object(root, "aps"), into: &delivery)
    delivery.messageID = json.identifier(root, "gcm.message_id")
    readAction(json, root, into: &delivery)
    try PayloadData(isSystem: isOwn).read(json, root, into: &delivery)
    try GenericForm.readNested(json, root, into: &delivery)
  }

  /// Reads what people see of `aps`, and whether they see anything.
  static func readAlert(
    _ json: borrowing Document, _ aps: Node?, into delivery: inout Delivery
  ) {
    guard let aps else { return }
    let alert = json.field(aps, "alert")
    if let alert, json.kind(alert) == .object {
      delivery.title = json.string(alert, "title")
      delivery.body = json.string(alert, "body")
    } else {
      delivery.body = json.string(aps, "alert")
    }
    delivery.isSilent =
      json.flag(aps, "content-available") && alert == nil
      && json.field(aps, "badge") == nil && json.field(aps, "sound") == nil
  }

  /// Reads the identifier of the action that a bridge saw, where it passes one on.
  static func readAction(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) {
    guard let action = json.string(root, "actionIdentifier"), !action.isDismissal else { return }
    delivery.tapped = true
    if !action.isDefaultAction { delivery.action = action }
  }

  static func isOwn(_ name: borrowing Name) -> Bool {
    name.is("actionIdentifier")
  }
}

extension Text {
  /// Whether it is a system's name for a tap on the notification itself.
  var isDefaultAction: Bool {
    self == "com.apple.UNNotificationDefaultActionIdentifier"
      || self == "expo.modules.notifications.actions.DEFAULT" || self == "default"
      || self == "__DEFAULT__"
  }

  /// Whether it is a system's name for swiping the notification away.
  var isDismissal: Bool {
    self == "com.apple.UNNotificationDismissActionIdentifier"
      || self == "expo.modules.notifications.actions.DISMISS"
  }
}
