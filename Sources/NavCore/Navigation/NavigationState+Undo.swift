import JSON

extension NavigationState {
  /// Adds the commands that take `command` back to a list that is to be applied from its end.
  ///
  /// Most commands have an inverse among the commands; for those that take something out of the middle
  /// it is the whole state. So a change costs what it touches, and a refused one leaves no trace.
  func inverse(of command: Command, into undo: inout [Command]) {
    switch command {
    case .selectTab: undo.append(.selectTab(tab))
    case .push(let tab, _):
      guard let index = stackIndex(tab) else { return }
      undo.append(stacks[index].entries.isEmpty ? .reset(self) : .pop(tab: tab, count: 1))
    case .replace(let tab, _):
      guard let index = stackIndex(tab) else { return }
      undo.append(stacks[index].entries.last.map { .replace(tab: tab, $0) } ?? .reset(self))
    case .pop(let tab, let count):
      guard let index = stackIndex(tab) else { return }
      let entries = stacks[index].entries
      pushAgain(entries.suffix(max(0, min(count, entries.count &- 1))), tab, &undo)
    case .popTo(let tab, let key):
      guard let index = stackIndex(tab),
        let found = stacks[index].entries.lastIndex(where: { $0.key == key })
      else { return }
      pushAgain(stacks[index].entries[(found + 1)...], tab, &undo)
    case .present(let entry): undo.append(.dismiss(entry.key))
    case .dismiss(let key):
      guard let index = modals.firstIndex(where: { $0.key == key }) else { return }
      for entry in modals[index...].reversed() { undo.append(.present(entry)) }
    case .update(let key, _):
      guard let entry = entry(key) else { return }
      undo.append(.update(key, entry.params))
    case .call: break
    case .visit: undo.append(.visit(visitUntil))
    case .notice(let notice) where !notices.contains { $0.id == notice.id }:
      undo.append(.clearNotice(notice.id))
    case .reset, .remove, .notice, .clearNotice: undo.append(.reset(self))
    }
  }

  private func pushAgain(_ entries: ArraySlice<Entry>, _ tab: Text, _ undo: inout [Command]) {
    for entry in entries.reversed() { undo.append(.push(tab: tab, entry)) }
  }
}
