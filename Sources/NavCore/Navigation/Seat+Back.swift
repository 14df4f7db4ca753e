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
  public mutating func home(_ manifest: Manifest, screen: Int?) -> [Command] {
    var event: [Command] = []
    var first = firstState(manifest)
    first.notices = state.notices
    perform(.reset(first), &event)
    if let screen, !manifest.tabs.contains(where: { $0.root == screen && $0.name == state.tab }) {
      let target = Destination(screen: screen, params: manifest.screens[screen].defaults)
      event += open(target, of: manifest)
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
  /// A root that fails it stays: a stack is never empty.
  public mutating func removeEntries(where fails: (Entry) -> Bool) -> [Command] {
    var event: [Command] = []
    for entry in state.modals.reversed() where fails(entry) {
      let isTop = state.modals.last?.key == entry.key
      perform(isTop ? .dismiss(entry.key) : .remove(entry.key), &event)
    }
    for stack in state.stacks {
      for entry in stack.entries.dropFirst() where fails(entry) {
        perform(.remove(entry.key), &event)
      }
    }
    return event
  }
}
