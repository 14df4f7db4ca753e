import JSON

/// A navigation state with the counters that make its keys, while one event is composed.
///
/// Every change goes through ``perform(_:)``, so the state is what `apply` makes of the commands.
public struct Seat: Sendable {
  /// The state.
  public private(set) var state: NavigationState
  /// The number of the next entry key; only grows.
  public private(set) var nextKey: UInt64
  /// The number of the next notice id; only grows.
  public private(set) var nextNotice: UInt64
  /// At least ``NavigationState/size``: what was added to it since it was counted.
  private var bound: Int
  /// What takes back the changes since the last ``mark()``, the last of them last.
  private var undo = NavigationState.UndoLog()

  /// A moment that ``restore(_:)`` goes back to.
  public struct Mark: Sendable {
    var nextKey: UInt64
    var nextNotice: UInt64
  }

  /// The first state of an app: its first tab selected, every tab's stack holding its root.
  public init(first manifest: Manifest) {
    self.init(state: NavigationState(tab: "main", stacks: []), nextKey: 1, nextNotice: 1)
    state = firstState(manifest)
    bound = state.size
  }

  /// A state as it was stored.
  public init(state: NavigationState, nextKey: UInt64, nextNotice: UInt64) {
    (self.state, self.nextKey, self.nextNotice) = (state, nextKey, nextNotice)
    bound = state.size
  }

  /// The first state of an app, with new keys.
  public mutating func firstState(_ manifest: Manifest) -> NavigationState {
    var stacks: [NavigationState.Stack] = []
    for tab in manifest.tabs {
      let screen = manifest.screens[tab.root]
      let entry = Entry(key: makeKey(), screen: screen.name, params: screen.defaults)
      stacks.append(NavigationState.Stack(tab: tab.name, entries: [entry]))
    }
    return NavigationState(tab: manifest.tabs.first?.name ?? "main", stacks: stacks)
  }

  /// A key that was never used.
  public mutating func makeKey() -> UInt64 {
    defer { nextKey &+= 1 }
    return nextKey
  }

  /// A notice id that was never used.
  public mutating func makeNotice() -> UInt64 {
    defer { nextNotice &+= 1 }
    return nextNotice
  }

  /// Begins changes that may have to be taken back; what was before can be restored no more.
  public mutating func mark() -> Mark {
    keep()
    return Mark(nextKey: nextKey, nextNotice: nextNotice)
  }

  /// Ends the changes since the mark: they stay.
  public mutating func keep() { undo.removeAll() }

  /// Takes back all that was performed since the mark, which has to be the last one.
  public mutating func restore(_ mark: Mark) {
    while let change = undo.popLast() { state.undo(change) }
    (nextKey, nextNotice) = (mark.nextKey, mark.nextNotice)
    bound = state.size
  }

  /// Whether the state fits ``NavigationLimits/stateBytes``; it is counted only where it may not.
  public mutating func isWithinLimit() -> Bool {
    if bound > NavigationLimits.stateBytes { bound = state.size }
    return bound <= NavigationLimits.stateBytes
  }

  /// Applies a command and adds it to the event.
  public mutating func perform(_ command: Command, _ event: inout [Command]) {
    state.note(command, in: &undo)
    state.apply(command)
    bound &+= command.size
    event.append(command)
  }
}

extension Screen {
  /// The params that have a default, with it.
  public var defaults: Params {
    var defaults = Params()
    for param in params {
      if let value = param.fallback { defaults.append(param.name, value) }
    }
    return defaults
  }

  /// Whether two lists of params are the same place of this screen.
  func samePlace(_ one: Params, _ other: Params) -> Bool {
    for index in identity where !one.hasSame(params[index].name, as: other) { return false }
    return true
  }
}
