import JSON

extension Seat {
  /// Goes back to a state that was: what came since is removed, what went since comes again with new keys.
  ///
  /// Notices stay as they are. Entries that fail the test do not come again, nor do modals that what
  /// follows would dismiss.
  ///
  /// - Returns: The commands (dismissals, removals, what comes again, the selection of the tab), and the
  ///   new keys of what comes again, by the old.
  public mutating func goBack(
    to past: NavigationState, withModals: Bool = true, where isFit: (Entry) -> Bool
  ) -> (commands: [Command], keys: [UInt64: UInt64]) {
    var event: [Command] = []
    var keys: [UInt64: UInt64] = [:]
    let kept = withModals ? past.modals.filter(isFit) : []
    let same = zip(state.modals, kept).prefix { $0.key == $1.key }.count
    if same < state.modals.count { perform(.dismiss(state.modals[same].key), &event) }
    for stack in state.stacks {
      guard let old = past.stackIndex(stack.tab) else { continue }
      guard let root = past.stacks[old].entries.first, let present = stack.entries.first else {
        continue
      }
      let above = past.stacks[old].entries.dropFirst().filter(isFit)
      restore([isFit(root) ? root : present] + above, stack, &keys, &event)
    }
    for (index, entry) in kept.enumerated() {
      if index >= same {
        perform(.present(again(entry, &keys)), &event)
      } else if state.modals[index].params != entry.params {
        perform(.update(entry.key, entry.params), &event)
      }
    }
    if state.tab != past.tab, state.stackIndex(past.tab) != nil {
      perform(.selectTab(past.tab), &event)
    }
    return (event, keys)
  }

  /// The same place under a new key.
  private mutating func again(_ entry: Entry, _ keys: inout [UInt64: UInt64]) -> Entry {
    let key = makeKey()
    keys[entry.key] = key
    return Entry(key: key, screen: entry.screen, params: entry.params)
  }

  private mutating func restore(
    _ wanted: [Entry], _ stack: NavigationState.Stack, _ keys: inout [UInt64: UInt64],
    _ event: inout [Command]
  ) {
    guard let root = wanted.first else { return }
    let known = Set(wanted.map(\.key))
    var left = stack.entries
    if left.first?.key == root.key {
      for entry in left.dropFirst() where !known.contains(entry.key) {
        perform(.remove(entry.key), &event)
      }
      left.removeAll { !known.contains($0.key) }
    } else {
      if left.count > 1 { perform(.pop(tab: stack.tab, count: left.count - 1), &event) }
      perform(.replace(tab: stack.tab, again(root, &keys)), &event)
      left = [root]
    }
    let same = zip(left, wanted).prefix { $0.key == $1.key }.count
    if same < left.count {
      perform(.pop(tab: stack.tab, count: left.count - same), &event)
    }
    for (index, entry) in wanted.enumerated() {
      if index >= same {
        perform(.push(tab: stack.tab, again(entry, &keys)), &event)
      } else if left[index].params != entry.params {
        perform(.update(entry.key, entry.params), &event)
      }
    }
  }
}
