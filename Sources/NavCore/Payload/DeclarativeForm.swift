import JSON

/// Declarative Web Push: `{"web_push":8030,"notification":{…}}`, and the older explainer's shape.
enum DeclarativeForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    guard let notification = json.object(members[.notification]) else {
      try readExplainer(json, members, into: &draft)
      return
    }
    let shown = PayloadMembers(json, notification)
    draft.form.title = draft.keep(json, shown[.title])
    guard draft.form.title.isPresent else { throw missing("title", "/notification/title") }
    WebPushForm.readShown(json, shown, into: &draft)
    guard
      draft.link(
        json, json.field(notification, "navigate"), at: "/notification", "navigate")
    else { throw missing("navigate", "/notification/navigate") }
    try checkButtons(json, shown[.actions], "/notification/actions", "navigate")
    PayloadButtons.read(json, shown[.actions], .web, into: &draft)
    WebPushForm.readClick(json, members, into: &draft)
    try PayloadData(place: "/notification/data").read(json, shown[.data], into: &draft)
  }

  private static func readExplainer(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    draft.form.title = draft.keep(json, members[.title])
    guard draft.form.title.isPresent else { throw missing("title", "/title") }
    WebPushForm.readShown(json, members, into: &draft)
    guard draft.link(json, members[.default_action_url], at: "/default_action_url") else {
      throw missing("default_action_url", "/default_action_url")
    }
    guard let object = json.object(members.node, "options") else { return }
    let options = PayloadMembers(json, object)
    draft.form.body = draft.keep(json, options[.body])
    draft.form.collapseKey = draft.keep(json, options[.tag])
    draft.form.image = draft.keep(json, options[.image])
    try checkButtons(json, options[.actions], "/options/actions", "url")
    PayloadButtons.read(json, options[.actions], .explainer, into: &draft)
    try PayloadData(place: "/options/data").read(json, options[.data], into: &draft)
  }

  /// One action without its link makes the whole message invalid, as the standard says.
  private static func checkButtons(
    _ json: borrowing Document, _ actions: Node?, _ place: StaticString, _ link: StaticString
  ) throws(Refusal) {
    guard let actions = json.array(actions) else { return }
    var index = 0
    var bad: Int?
    json.elements(actions) { action in
      if bad == nil, json.string(action, link) == nil { bad = index }
      index += 1
    }
    if let bad { throw missing(link, Text(place).below(bad).below(link)) }
  }

  private static func missing(_ name: StaticString, _ place: Text) -> Refusal {
    Refusal(
      .payload_unrecognized,
      "a declarative push message needs text in '\(name)' here; it is not valid without it",
      at: place)
  }
}
