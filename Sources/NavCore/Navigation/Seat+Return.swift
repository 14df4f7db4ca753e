import JSON

extension Seat {
  /// Goes back to a state that was: what came since is removed, what went since comes again with new keys.
  ///
  /// Notices stay as they are. Entries that fail the test do not come again, nor do modals that what
  /// follows would dismiss.
  ///
  /// - Returns: The commands: dismissals, removals, what comes again, and the selection of the tab.
  public mutating func goBack(
    to past: NavigationState, withModals: Bool = true, where isFit: (Entry) -> Bool
  ) -> [Command] {
    var event: [Command] = []
    let kept = withModals ? past.modals.filter(isFit) : []
    let same = zip(state.modals, kept).prefix { $0.key == $1.key }.count
    if same < state.modals.count { perform(.dismiss(state.modals[same].key), &event) }
    for stack in state.stacks {
      guard let old = past.stackIndex(stack.tab) else { continue }
      guard let root = past.stacks[old].entries.first, let present = stack.entries.first else {
        continue
      }
      let above = past.stacks[old].entries.dropFirst().filter(isFit)
      restore([isFit(root) ? root : present] + above, stack, &event)
    }
    for (index, entry) in kept.enumerated() {
      if index >= same {
        perform(.present(entry.with(key: makeKey())), &event)
      } else if state.modals[index].params != entry.params {
        perform(.update(entry.key, entry.params), &event)
      }
    }
    if state.tab != past.tab, state.stackIndex(past.tab) != nil {
      perform(.selectTab(past.tab), &event)
    }
    return event
  }

  private mutating func restore(
    _ wanted: [Entry], _ stack: NavigationState.Stack, _ event: inout [Command]
  ) {
    guard let root = wanted.first else { return }
    let keys = Set(wanted.map(\.key))
    var left = stack.entries
    if left.first?.key == root.key {
      for entry in left.dropFirst() where !keys.contains(entry.key) {
        perform(.remove(entry.key), &event)
      }
      left.removeAll { !keys.contains($0.key) }
    } else {
      if left.count > 1 { perform(.pop(tab: stack.tab, count: left.count - 1), &event) }
      perform(.replace(tab: stack.tab, root.with(key: makeKey())), &event)
      left = [root]
    }
    let same = zip(left, wanted).prefix { $0.key == $1.key }.count
    if same < left.count {
      perform(.pop(tab: stack.tab, count: left.count - same), &event)
    }
    for (index, entry) in wanted.enumerated() {
      if index >= same {
        perform(.push(tab: stack.tab, entry.with(key: makeKey())), &event)
      } else if left[index].params != entry.params {
        perform(.update(entry.key, entry.params), &event)
      }
    }
  }
}

extension Entry {
  /// The same place under another key.
  func with(key: UInt64) -> Entry { Entry(key: key, screen: screen, params: params) }
}
