import JSON

// Why commands and state are two forms of one thing.
//
// A front end may be imperative (it performs commands) or declarative (it renders state); an observer
// may join late, and a client may come back after a day. If the daemon kept a state and *also*
// composed commands by hand, the two would part sooner or later, and nobody could say which is right.
// So the server computes commands, and its own next state is what `apply` makes of them: the very
// function that every replica runs. `apply(commands, state) == next state` then holds by
// construction, and a snapshot is nothing but the command `reset`.
//
// `apply` is total. A command that names what is not there changes nothing: a replica that has missed
// nothing never meets one, and one that has must not trap.

extension NavigationState {
  /// Applies one command; what names an absent tab or key changes nothing.
  ///
  /// Source: the table of commands in the protocol's "State and events".
  public mutating func apply(_ command: Command) {
    switch command {
    case .reset(let state): self = state
    case .selectTab(let name): if stackIndex(name) != nil { tab = name }
    case .push(let tab, let entry): withStack(tab) { $0.append(entry) }
    case .replace(let tab, let entry):
      withStack(tab) { entries in
        if !entries.isEmpty { entries.removeLast() }
        entries.append(entry)
      }
    case .pop(let tab, let count):
      withStack(tab) { $0.removeLast(max(0, min(count, $0.count &- 1))) }
    case .popTo(let tab, let key):
      withStack(tab) { entries in
        guard let index = entries.lastIndex(where: { $0.key == key }) else { return }
        entries.removeSubrange((index + 1)...)
      }
    case .present(let entry): modals.append(entry)
    case .dismiss(let key):
      if let index = modals.firstIndex(where: { $0.key == key }) { modals.removeSubrange(index...) }
    case .remove(let key): remove(key)
    case .update(let key, let params): update(key, params)
    case .call: break
    case .notice(let notice):
      notices.removeAll { $0.id == notice.id }
      notices.append(notice)
    case .clearNotice(let id): notices.removeAll { $0.id == id }
    case .visit(let until): visitUntil = until
    }
  }

  private mutating func withStack(_ tab: Text, _ body: (inout [Entry]) -> Void) {
    guard let index = stackIndex(tab) else { return }
    body(&stacks[index].entries)
  }

  private mutating func remove(_ key: UInt64) {
    for index in stacks.indices {
      if let found = stacks[index].entries.firstIndex(where: { $0.key == key }),
        stacks[index].entries.count > 1
      {
        stacks[index].entries.remove(at: found)
        return
      }
    }
    modals.removeAll { $0.key == key }
  }

  private mutating func update(_ key: UInt64, _ params: Params) {
    for index in stacks.indices {
      if let found = stacks[index].entries.lastIndex(where: { $0.key == key }) {
        stacks[index].entries[found].params = params
        return
      }
    }
    if let found = modals.firstIndex(where: { $0.key == key }) { modals[found].params = params }
  }
}
