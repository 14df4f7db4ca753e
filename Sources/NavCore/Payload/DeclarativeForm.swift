import JSON

/// Declarative Web Push: `{"web_push":8030,"notification":{…}}`, and the older explainer's shape.
enum DeclarativeForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    guard let shown = json.object(root, "notification") else {
      try readExplainer(json, root, into: &delivery)
      return
    }
    try read(json, shown, title: "/notification/title", into: &delivery)
    delivery.link = json.string(shown, "navigate")
    delivery.linkAt = "/notification/navigate"
    guard delivery.link != nil else { throw missing("navigate", "/notification/navigate") }
    try readButtons(json, shown, .declarative, "/notification/actions", "navigate", &delivery)
    WebPushForm.readClick(json, root, into: &delivery)
    try PayloadData(place: "/notification/data").read(
      json, json.object(shown, "data"), into: &delivery)
  }

  private static func readExplainer(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    try read(json, root, title: "/title", into: &delivery)
    delivery.link = json.string(root, "default_action_url")
    delivery.linkAt = "/default_action_url"
    guard delivery.link != nil else { throw missing("default_action_url", "/default_action_url") }
    guard let options = json.object(root, "options") else { return }
    delivery.body = json.string(options, "body")
    delivery.collapseKey = json.string(options, "tag")
    delivery.image = json.string(options, "image")
    try readButtons(json, options, .explainer, "/options/actions", "url", &delivery)
    try PayloadData(place: "/options/data").read(
      json, json.object(options, "data"), into: &delivery)
  }

  private static func read(
    _ json: borrowing Document, _ shown: Node, title place: Text, into delivery: inout Delivery
  ) throws(Refusal) {
    guard let title = json.string(shown, "title") else { throw missing("title", place) }
    delivery.title = title
    WebPushForm.readShown(json, shown, into: &delivery)
  }

  /// One action without its link makes the whole message invalid, as the standard says.
  private static func readButtons(
    _ json: borrowing Document, _ shown: Node, _ names: PayloadButtons.Names, _ place: Text,
    _ member: StaticString, _ delivery: inout Delivery
  ) throws(Refusal) {
    guard let actions = json.array(shown, "actions") else { return }
    var index = 0
    var bad: Int?
    json.elements(actions) { action in
      if bad == nil, json.string(action, member) == nil { bad = index }
      index += 1
    }
    if let bad { throw missing(member, place.below(bad).below(member)) }
    PayloadButtons.read(json, actions, names, into: &delivery)
  }

  private static func missing(_ name: StaticString, _ place: Text) -> Refusal {
    Refusal(
      .payload_unrecognized,
      "a declarative push message needs text in '\(name)' here; it is not valid without it",
      at: place)
  }
}
