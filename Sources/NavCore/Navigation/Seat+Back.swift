import JSON

extension Seat {
  /// Goes back: dismisses the top modal, else pops, at a root goes to the first tab.
  ///
  /// - Returns: The commands, and whether the user was at the first tab's root already, where a front
  ///   end may leave; then there are no commands.
  public mutating func back(_ manifest: Manifest) -> (commands: [Command], atRoot: Bool) {
    var event: [Command] = []
    if let top = state.modals.last {
      perform(.dismiss(top.key), &event)
    } else if let index = state.stackIndex(state.tab), state.stacks[index].entries.count > 1 {
      perform(.pop(tab: state.tab, count: 1), &event)
    } else if let first = manifest.tabs.first?.name, first != state.tab {
      perform(.selectTab(first), &event)
    } else {
      return ([], true)
    }
    return (event, false)
  }

  /// Goes to the first state, then to the screen given.
  ///
  /// Notices stay; a screen that may not be shown is not gone to.
  public mutating func home(
    _ manifest: Manifest, screen: Int?, allows: (Screen) -> Bool = { _ in true }
  ) -> [Command] {
    var event: [Command] = []
    var first = firstState(manifest)
    first.notices = state.notices
    perform(.reset(first), &event)
    if let screen, allows(manifest.screens[screen]),
      !manifest.tabs.contains(where: { $0.root == screen && $0.name == state.tab })
    {
      let target = Destination(screen: screen, params: manifest.screens[screen].defaults)
      open(target, of: manifest, into: &event, allows: allows)
    }
    return event
  }

  /// Puts a notice last; one of the same collapse key is replaced, and beyond the limit the oldest goes.
  ///
  /// - Returns: The commands, and the notice's id.
  public mutating func put(_ notice: Notice) -> (commands: [Command], id: UInt64) {
    var event: [Command] = []
    var notice = notice
    let old = state.notices.first { $0.collapse != nil && $0.collapse == notice.collapse }
    notice.id = old?.id ?? makeNotice()
    if old == nil, state.notices.count >= NavigationLimits.notices,
      let oldest = state.notices.first
    {
      perform(.clearNotice(oldest.id), &event)
    }
    perform(.notice(notice), &event)
    return (event, notice.id)
  }

  /// Takes out every entry that fails a test.
  ///
  /// A stack is never empty: in place of a root that fails, and of what lies above it, comes the tab's
  /// own root; where that fails itself, its params become the defaults.
  public mutating func removeEntries(
    of manifest: Manifest, where fails: (Entry) -> Bool
  ) -> [Command] {
    var event: [Command] = []
    for entry in state.modals.reversed() where fails(entry) {
      let isTop = state.modals.last?.key == entry.key
      perform(isTop ? .dismiss(entry.key) : .remove(entry.key), &event)
    }
    for stack in state.stacks {
      guard let root = stack.entries.first, fails(root),
        let tab = manifest.tabIndex(stack.tab)
      else {
        for entry in stack.entries where fails(entry) { perform(.remove(entry.key), &event) }
        continue
      }
      let own = manifest.screens[manifest.tabs[tab].root]
      if root.screen == own.name {
        for entry in stack.entries.dropFirst() where fails(entry) {
          perform(.remove(entry.key), &event)
        }
        if root.params != own.defaults { perform(.update(root.key, own.defaults), &event) }
      } else {
        if stack.entries.count > 1 {
          perform(.pop(tab: stack.tab, count: stack.entries.count - 1), &event)
        }
        let entry = Entry(key: makeKey(), screen: own.name, params: own.defaults)
        perform(.replace(tab: stack.tab, entry), &event)
      }
    }
    return event
  }

  /// Makes the state one of another version of the manifest: its tabs, and no entry of a screen that is gone.
  ///
  /// - Returns: The commands; one `reset` where the tabs are others.
  public mutating func adapt(to manifest: Manifest) -> [Command] {
    func isGone(_ entry: Entry) -> Bool { manifest.screenNames[entry.screen] == nil }
    var event: [Command] = []
    if state.stacks.map(\.tab) != manifest.tabs.map(\.name) {
      var next = firstState(manifest)
      for index in next.stacks.indices {
        guard let old = state.stackIndex(next.stacks[index].tab) else { continue }
        let kept = state.stacks[old].entries
        guard let root = kept.first, !isGone(root) else { continue }
        next.stacks[index].entries = kept.filter { !isGone($0) }
      }
      if next.stackIndex(state.tab) != nil { next.tab = state.tab }
      next.modals = state.modals.filter { !isGone($0) }
      (next.notices, next.visitUntil) = (state.notices, state.visitUntil)
      perform(.reset(next), &event)
    } else {
      event = removeEntries(of: manifest, where: isGone)
    }
    for var notice in state.notices {
      guard let screen = notice.screen, manifest.screenNames[screen] == nil else { continue }
      (notice.screen, notice.params, notice.calls) = (nil, Params(), [])
      perform(.notice(notice), &event)
    }
    return event
  }
}
