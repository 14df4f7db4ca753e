import JSON
import NavCore

/// Draws navigation states and commands as text.
struct Picture {
  /// How to colour.
  var style = Style.current
  /// Whether the middle of a long stack is only counted.
  var isBrief = false

  /// A state: a line per tab with its stack, then modals, notices and the visit.
  func lines(of state: NavigationState) -> [String] {
    let names = state.stacks.map { Shown.safe($0.tab) }
    let width = max(6, names.map(\.count).max() ?? 0) + 1
    var lines: [String] = []
    for (name, stack) in zip(names, state.stacks) {
      let isSelected = stack.tab == state.tab
      let path = path(of: stack.entries)
      let label = Shown.padded(name, to: width)
      lines.append(
        isSelected ? "▸ " + style.strong(label) + path : "  " + label + style.faint(path))
    }
    for modal in state.modals {
      lines.append("  " + Shown.padded("modal", to: width) + style.attention(text(of: modal)))
    }
    for notice in state.notices {
      lines.append("  " + Shown.padded("notice", to: width) + text(of: notice))
    }
    if let until = state.visitUntil {
      lines.append("  " + Shown.padded("visit", to: width) + "ends at \(until / 1000)")
    }
    return lines
  }

  private func path(of entries: [Entry]) -> String {
    var parts = entries.map { text(of: $0) }
    if isBrief, parts.count > 3 {
      parts.replaceSubrange(1..<(parts.count - 1), with: ["(\(parts.count - 2) more)"])
    }
    return parts.joined(separator: " › ")
  }

  /// One command in the words of the wire.
  func text(of command: Command) -> String {
    switch command {
    case .reset: "reset"
    case .selectTab(let tab): "select_tab \(Shown.safe(tab))"
    case .push(let tab, let entry): "push \(Shown.safe(tab)) \(keyed(entry))"
    case .replace(let tab, let entry): "replace \(Shown.safe(tab)) \(keyed(entry))"
    case .pop(let tab, let count): "pop \(Shown.safe(tab)) \(count)"
    case .popTo(let tab, let key): "pop \(Shown.safe(tab)) to e\(key)"
    case .present(let entry): "present \(keyed(entry))"
    case .dismiss(let key): "dismiss e\(key)"
    case .remove(let key): "remove e\(key)"
    case .update(let key, let params): "update e\(key)\(text(of: params))"
    case .call(let key, let method): "call e\(key) \(Shown.safe(method))"
    case .notice(let notice): "notice \(text(of: notice))"
    case .clearNotice(let id): "clear_notice n\(id)"
    case .visit(let until?): "visit until \(until / 1000)"
    case .visit(nil): "visit over"
    }
  }

  /// A screen with its params, such as `OrderDetail orderid="7"`.
  func text(of entry: Entry) -> String { Shown.safe(entry.screen) + text(of: entry.params) }

  private func keyed(_ entry: Entry) -> String { "e\(entry.key) \(text(of: entry))" }

  private func text(of params: Params) -> String {
    params.items.map { " \(Shown.safe($0.name))=\(Shown.safe($0.value))" }.joined()
  }

  /// A notice: its id, what people read, and where it leads.
  func text(of notice: Notice) -> String {
    var parts = ["n\(notice.id)"]
    if let title = notice.title { parts.append(Shown.safe(title)) }
    if let body = notice.body { parts.append(Shown.safe(body)) }
    if let screen = notice.screen {
      parts.append("→ \(Shown.safe(screen))\(text(of: notice.params))")
    }
    for button in notice.buttons {
      parts.append("[\(Shown.safe(button.id)): \(Shown.safe(button.title))]")
    }
    return parts.joined(separator: "  ")
  }
}
