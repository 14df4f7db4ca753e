import JSON

extension NavigationState {
  /// What takes one change back.
  enum Undo {
    /// A command that is the inverse.
    case command(Command)
    /// The entry comes back where it was in the stack of an index.
    case stacked(Entry, stack: Int, at: Int)
    /// The entry comes back where it was among the modals.
    case modal(Entry, at: Int)
    /// The notices were these.
    case notices([Notice])
    /// The state was this.
    case state(NavigationState)
  }

  /// What takes the changes since a moment back, the last of them last; the first one needs no memory.
  struct UndoLog {
    private var first: Undo?
    private var more: [Undo] = []

    mutating func append(_ change: Undo) {
      if first == nil { first = change } else { more.append(change) }
    }

    mutating func popLast() -> Undo? { more.popLast() ?? first.take() }

    mutating func removeAll() {
      first = nil
      if !more.isEmpty { more = [] }
    }
  }

  /// Notes what takes `command` back, in a list that is to be undone from its end.
  ///
  /// It costs what the command touches, whatever the size of the state, so a refused request can leave no
  /// trace and no request pays for a copy.
  func note(_ command: Command, in undo: inout UndoLog) {
    switch command {
    case .reset: undo.append(.state(self))
    case .selectTab(let name): if name != tab { undo.append(.command(.selectTab(tab))) }
    case .push(let tab, _):
      guard let index = stackIndex(tab) else { return }
      undo.append(stacks[index].entries.isEmpty ? .state(self) : .command(.pop(tab: tab, count: 1)))
    case .replace(let tab, _):
      guard let index = stackIndex(tab) else { return }
      undo.append(
        stacks[index].entries.last.map { .command(.replace(tab: tab, $0)) } ?? .state(self))
    case .pop(let tab, let count):
      guard let index = stackIndex(tab) else { return }
      let entries = stacks[index].entries
      noteAgain(entries.suffix(max(0, min(count, entries.count &- 1))), tab, in: &undo)
    case .popTo(let tab, let key):
      guard let index = stackIndex(tab),
        let found = stacks[index].entries.lastIndex(where: { $0.key == key })
      else { return }
      noteAgain(stacks[index].entries[(found + 1)...], tab, in: &undo)
    case .present(let entry): undo.append(.command(.dismiss(entry.key)))
    case .dismiss(let key):
      guard let index = modals.firstIndex(where: { $0.key == key }) else { return }
      for entry in modals[index...].reversed() { undo.append(.command(.present(entry))) }
    case .remove(let key): noteRemoval(of: key, in: &undo)
    case .update(let key, _):
      guard let entry = entry(key) else { return }
      undo.append(.command(.update(key, entry.params)))
    case .call: break
    case .visit: undo.append(.command(.visit(visitUntil)))
    case .notice, .clearNotice: undo.append(.notices(notices))
    }
  }

  private func noteAgain(_ entries: ArraySlice<Entry>, _ tab: Text, in undo: inout UndoLog) {
    for entry in entries.reversed() { undo.append(.command(.push(tab: tab, entry))) }
  }

  private func noteRemoval(of key: UInt64, in undo: inout UndoLog) {
    for index in stacks.indices where stacks[index].entries.count > 1 {
      guard let at = stacks[index].entries.firstIndex(where: { $0.key == key }) else { continue }
      return undo.append(.stacked(stacks[index].entries[at], stack: index, at: at))
    }
    guard let at = modals.firstIndex(where: { $0.key == key }) else { return }
    undo.append(.modal(modals[at], at: at))
  }

  /// Takes one change back.
  mutating func undo(_ change: Undo) {
    switch change {
    case .command(let command): apply(command)
    case .stacked(let entry, let stack, let at): stacks[stack].entries.insert(entry, at: at)
    case .modal(let entry, let at): modals.insert(entry, at: at)
    case .notices(let notices): self.notices = notices
    case .state(let state): self = state
    }
  }
}
