import JSON

/// Reads the buttons of a notification; every system names their members in its own way.
enum PayloadButtons {
  /// The names of a button's id, title and link.
  struct Names {
    var id: StaticString
    var title: StaticString
    var link: StaticString?
    /// Whether a button without a link makes the whole message invalid.
    var needsLink = false

    static let navd = Names(id: "id", title: "title", link: "link")
    static let web = Names(id: "action", title: "title", link: "navigate")
    static let declarative = Names(id: "action", title: "title", link: "navigate", needsLink: true)
    static let explainer = Names(id: "action", title: "title", link: "url")
    static let onesignal = Names(id: "i", title: "n", link: "u")
    static let onesignalLong = Names(id: "id", title: "text", link: "url")
    static let homeassistant = Names(id: "action", title: "title", link: "uri")
  }

  /// The most buttons that are kept; more are left out.
  static let maximum = 16

  /// Adds the buttons of an array that have an id and a title.
  static func read(
    _ json: borrowing Document, _ array: Node?, _ names: Names, into delivery: inout Delivery
  ) {
    guard let array, json.kind(array) == .array else { return }
    var buttons = delivery.buttons
    json.elements(array) { element in
      guard buttons.count < maximum, let id = json.identifier(element, names.id) else { return }
      let link = names.link.flatMap { json.string(element, $0) }
      let title = json.string(element, names.title) ?? id
      buttons.append(Notice.Button(id: id, title: title, link: link))
    }
    delivery.buttons = buttons
  }
}
