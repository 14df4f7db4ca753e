public import JSON

extension NavigationState {
  /// Writes the state as the wire has it.
  public func write(into out: inout Bytes) {
    out.append("{\"tab\":")
    out.append(quoted: tab)
    out.append(",\"stacks\":{")
    out.append(list: stacks) { out, stack in
      out.append(quoted: stack.tab)
      out.append(":")
      NavigationState.write(stack.entries, into: &out)
    }
    out.append("},\"modals\":")
    NavigationState.write(modals, into: &out)
    out.append(",\"notices\":[")
    out.append(list: notices) { out, notice in
      notice.write(into: &out)
    }
    out.append("],\"visit\":")
    if let visitUntil {
      out.append("{\"until\":")
      Seconds.write(visitUntil, into: &out)
      out.append("}")
    } else {
      out.append("null")
    }
    out.append("}")
  }

  private static func write(_ entries: [Entry], into out: inout Bytes) {
    out.append("[")
    out.append(list: entries) { out, entry in
      entry.write(into: &out)
    }
    out.append("]")
  }

  /// Reads a state as the wire has it, or gives nil where a member is missing or wrong.
  public init?(json: borrowing Document, _ node: Node) {
    guard let tabNode = json.member(node, "tab"), let tab = json.text(tabNode),
      let stacksNode = json.member(node, "stacks"), json.kind(stacksNode) == .object
    else { return nil }
    var tabs: [(Text, Node)] = []
    json.members(stacksNode) { name, value in tabs.append((name.text, value)) }
    self.init(tab: tab, stacks: [])
    for (name, value) in tabs {
      guard let entries = NavigationState.entries(json: json, value), !entries.isEmpty else {
        return nil
      }
      stacks.append(Stack(tab: name, entries: entries))
    }
    if let value = json.member(node, "modals") {
      guard let entries = NavigationState.entries(json: json, value) else { return nil }
      modals = entries
    }
    if let value = json.member(node, "notices") {
      var nodes: [Node] = []
      json.elements(value) { nodes.append($0) }
      for node in nodes {
        guard let notice = Notice(json: json, node) else { return nil }
        notices.append(notice)
      }
    }
    if let visit = json.member(node, "visit"), let until = json.member(visit, "until") {
      visitUntil = Seconds.milliseconds(json: json, until)
    }
  }

  private static func entries(json: borrowing Document, _ node: Node) -> [Entry]? {
    var nodes: [Node] = []
    json.elements(node) { nodes.append($0) }
    var entries: [Entry] = []
    for node in nodes {
      guard let entry = Entry(json: json, node) else { return nil }
      entries.append(entry)
    }
    return entries
  }
}

/// Times of the wire: seconds with decimals, kept as milliseconds.
public enum Seconds {
  /// Writes milliseconds as seconds, with decimals only where needed.
  public static func write(_ milliseconds: Int64, into out: inout Bytes) {
    out.append(milliseconds / 1000)
    let rest = abs(milliseconds % 1000)
    guard rest > 0 else { return }
    out.append(".")
    if rest < 100 { out.append("0") }
    if rest < 10 { out.append("0") }
    var digits = rest
    while digits % 10 == 0 { digits /= 10 }
    out.append(digits)
  }

  /// Reads a number of seconds as milliseconds; nil for what is no number or beyond 100 years.
  public static func milliseconds(json: borrowing Document, _ node: Node) -> Int64? {
    guard let value = json.double(node), value >= -3.2e9, value <= 1e10 else { return nil }
    return Int64((value * 1000).rounded())
  }
}
