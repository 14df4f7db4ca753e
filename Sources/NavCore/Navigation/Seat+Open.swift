public import JSON

// What a destination does to where the user is.
//
// A link must leave the same place under the screen whether the app was closed or deep in something
// else, or "back" means something different every time. Therefore a destination is not a push: it
// is dismissals of what covers the stacks, the selection of its tab (always, so that a front end hears
// of a tab that was selected already), the parents that are missing, and only then the entry
// itself, or an update of the entry that is this place already. All of it is one event.

extension Seat {
  /// Goes to a destination.
  ///
  /// - Parameters:
  ///   - destination: Where to go.
  ///   - manifest: The app's manifest.
  ///   - event: Receives the commands, at least one; the last of them are the calls.
  ///   - allows: Whether a screen may be shown; parents that may not are left out.
  public mutating func open(
    _ destination: Destination, of manifest: Manifest, into event: inout [Command],
    allows: (Screen) -> Bool = { _ in true }
  ) {
    let screen = manifest.screens[destination.screen]
    let key: UInt64
    if screen.present == .modal {
      key = presentModal(screen, destination.params, &event)
    } else {
      if let lowest = state.modals.first { perform(.dismiss(lowest.key), &event) }
      let tab = tabName(of: screen, in: manifest)
      perform(.selectTab(tab), &event)
      let parents = parents(of: screen, destination.params, tab, manifest).filter {
        allows($0.screen)
      }
      key = enter(screen, destination.params, tab, parents, &event)
      trim(tab, keeping: key, &event)
    }
    for method in destination.calls { perform(.call(key, method), &event) }
  }

  private func tabName(of screen: Screen, in manifest: Manifest) -> Text {
    switch (screen.present, screen.placement) {
    case (.tabRoot(let index), _), (_, .tab(let index)):
      manifest.tabs.indices.contains(index) ? manifest.tabs[index].name : state.tab
    case (_, .current): state.tab
    }
  }

  private mutating func presentModal(
    _ screen: Screen, _ params: Params, _ event: inout [Command]
  ) -> UInt64 {
    if let index = reusable(screen, params, in: state.modals) {
      let key = state.modals[index].key
      if index + 1 < state.modals.count {
        perform(.dismiss(state.modals[index + 1].key), &event)
      }
      perform(.update(key, params), &event)
      return key
    }
    if state.modals.count >= NavigationLimits.modalDepth, let lowest = state.modals.first {
      perform(.remove(lowest.key), &event)
    }
    let entry = Entry(key: makeKey(), screen: screen.name, params: params)
    perform(.present(entry), &event)
    return entry.key
  }

  private func reusable(_ screen: Screen, _ params: Params, in entries: [Entry]) -> Int? {
    let lowest: Int
    switch screen.reuse {
    case .never: return nil
    case .top: lowest = max(0, entries.count - 1)
    case .stack: lowest = 0
    }
    let entries = entries.span
    for index in (lowest..<entries.count).reversed()
    where entries[index].screen == screen.name && screen.samePlace(entries[index].params, params) {
      return index
    }
    return nil
  }

  private mutating func enter(
    _ screen: Screen, _ params: Params, _ tab: Text,
    _ parents: [(screen: Screen, params: Params)], _ event: inout [Command]
  ) -> UInt64 {
    let entries = entries(of: tab)
    if case .tabRoot = screen.present {
      return enterRoot(screen, params, tab, keeps: { $0.screen == screen.name }, &event)
    }
    if screen.present == .root {
      let isSame = reusable(screen, params, in: entries) == 0
      return enterRoot(screen, params, tab, keeps: { _ in isSame }, &event)
    }
    if let index = reusable(screen, params, in: entries) {
      let key = entries[index].key
      if index + 1 < entries.count { perform(.popTo(tab: tab, key: key), &event) }
      perform(.update(key, params), &event)
      return key
    }
    let entry = Entry(key: makeKey(), screen: screen.name, params: params)
    let parentIsTop = put(parents, tab, &event)
    if screen.present == .replace, !parentIsTop {
      perform(.replace(tab: tab, entry), &event)
    } else {
      perform(.push(tab: tab, entry), &event)
    }
    return entry.key
  }

  /// Makes a screen the only entry of a stack: its root where that is the same place, else in its stead.
  private mutating func enterRoot(
    _ screen: Screen, _ params: Params, _ tab: Text, keeps: (Entry) -> Bool,
    _ event: inout [Command]
  ) -> UInt64 {
    let entries = entries(of: tab)
    if entries.count > 1 { perform(.pop(tab: tab, count: entries.count - 1), &event) }
    if let root = entries.first, keeps(root) {
      perform(.update(root.key, params), &event)
      return root.key
    }
    let entry = Entry(key: makeKey(), screen: screen.name, params: params)
    perform(.replace(tab: tab, entry), &event)
    return entry.key
  }

  /// The parents of a screen, the nearest first, as far as the root of the tab that it goes to.
  private func parents(
    of screen: Screen, _ params: Params, _ tab: Text, _ manifest: Manifest
  ) -> [(screen: Screen, params: Params)] {
    var chain: [(screen: Screen, params: Params)] = []
    var next = screen.parent
    while let index = next, chain.count < NavigationLimits.stackDepth - 2 {
      let parent = manifest.screens[index]
      if manifest.tabs.contains(where: { $0.name == tab && $0.root == index }) { break }
      var inherited = Params()
      for param in parent.params {
        guard let value = params[param.name] ?? param.fallback else { continue }
        inherited.append(param.name, value)
      }
      chain.append((parent, inherited))
      next = parent.parent
    }
    return chain
  }

  /// Puts the missing parents on the stack, and tells whether the nearest is on top.
  ///
  /// What is open above the nearest parent stays; where that is missing, the stack is popped to the
  /// nearest one that is there.
  private mutating func put(
    _ chain: [(screen: Screen, params: Params)], _ tab: Text, _ event: inout [Command]
  ) -> Bool {
    let entries = entries(of: tab)
    guard !chain.isEmpty else { return entries.count <= 1 }
    for (depth, link) in chain.enumerated() {
      let found = entries.lastIndex {
        $0.screen == link.screen.name && link.screen.samePlace($0.params, link.params)
      }
      guard let found else { continue }
      if depth == 0 { return found == entries.count - 1 }
      if found + 1 < entries.count { perform(.popTo(tab: tab, key: entries[found].key), &event) }
      push(chain[..<depth], tab, &event)
      return true
    }
    if entries.count > 1 { perform(.pop(tab: tab, count: entries.count - 1), &event) }
    push(chain[...], tab, &event)
    return true
  }

  private mutating func push(
    _ chain: ArraySlice<(screen: Screen, params: Params)>, _ tab: Text, _ event: inout [Command]
  ) {
    for link in chain.reversed() {
      let entry = Entry(key: makeKey(), screen: link.screen.name, params: link.params)
      perform(.push(tab: tab, entry), &event)
    }
  }

  private func entries(of tab: Text) -> [Entry] {
    state.stackIndex(tab).map { state.stacks[$0].entries } ?? []
  }

  /// Takes the oldest entries above the root out of a stack that is too deep.
  public mutating func trim(_ tab: Text, keeping key: UInt64, _ event: inout [Command]) {
    guard let index = state.stackIndex(tab) else { return }
    while state.stacks[index].entries.count > NavigationLimits.stackDepth {
      let oldest = state.stacks[index].entries.dropFirst().first { $0.key != key }
      guard let oldest else { return }
      perform(.remove(oldest.key), &event)
    }
  }
}
