public import JSON

extension Command {
  /// Reads a command as the wire has it; nil where `op` is unknown or a member is missing or wrong.
  ///
  /// A client must ignore what it does not know, so nil is "nothing to do" there.
  public init?(json: borrowing Document, _ node: Node) {
    func text(_ name: StaticString, _ json: borrowing Document) -> Text? {
      guard let value = json.member(node, name) else { return nil }
      return json.text(value)
    }
    func key(_ name: StaticString, _ json: borrowing Document) -> UInt64? {
      text(name, json).flatMap { Entry.number(of: $0) }
    }
    func entry(_ json: borrowing Document) -> Entry? {
      guard let value = json.member(node, "entry") else { return nil }
      return Entry(json: json, value)
    }
    guard let op = text("op", json) else { return nil }
    var made: Command?
    switch op.string {
    case "reset":
      if let value = json.member(node, "state"), let state = NavigationState(json: json, value) {
        made = .reset(state)
      }
    case "select_tab": if let tab = text("tab", json) { made = .selectTab(tab) }
    case "push", "replace":
      if let tab = text("tab", json), let entry = entry(json) {
        made = op == "push" ? .push(tab: tab, entry) : .replace(tab: tab, entry)
      }
    case "pop":
      if let tab = text("tab", json) {
        if let to = key("to", json) {
          made = .popTo(tab: tab, key: to)
        } else if let value = json.member(node, "count"), let count = json.integer(value),
          count > 0, count < 1_000_000
        {
          made = .pop(tab: tab, count: Int(count))
        }
      }
    case "present": if let entry = entry(json) { made = .present(entry) }
    case "dismiss": if let key = key("key", json) { made = .dismiss(key) }
    case "remove": if let key = key("key", json) { made = .remove(key) }
    case "update":
      if let key = key("key", json), let value = json.member(node, "params") {
        made = .update(key, Params(json: json, value))
      }
    case "call":
      if let key = key("key", json), let method = text("method", json) { made = .call(key, method) }
    case "notice":
      if let value = json.member(node, "notice"), let notice = Notice(json: json, value) {
        made = .notice(notice)
      }
    case "clear_notice":
      if let id = text("id", json).flatMap({ Notice.number(of: $0) }) { made = .clearNotice(id) }
    case "visit":
      if let value = json.member(node, "until") {
        made = .visit(Seconds.milliseconds(json: json, value))
      }
    default: break
    }
    guard let made else { return nil }
    self = made
  }
}
