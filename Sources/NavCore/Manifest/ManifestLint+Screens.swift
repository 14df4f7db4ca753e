internal import JSON

/// Screens that nothing opens, and params that nothing fills.
extension ManifestLinter {
  /// Checks each screen for an entry, and each of its params for a source.
  mutating func checkScreens() {
    let used = screensThatOthersOpen
    for (index, screen) in manifest.screens.enumerated() {
      let isNamed =
        !screen.aliases.isEmpty || !screen.params.isEmpty || !screen.methods.isEmpty
      if !isNamed, screen.links.isEmpty, screen.rules.isEmpty, !used.contains(index) {
        warn(
          ["screens", screen.name],
          "nothing opens screen \(quoted(screen.name)): it is no root, parent, 'otherwise', 'default' "
            + "or 'idle', and has no links, rules or aliases; add one, or remove it", name: true)
      }
      checkParams(of: screen)
    }
  }

  private var screensThatOthersOpen: Set<Int> {
    var used = Set(manifest.tabs.map(\.root))
    for screen in [manifest.defaultScreen, manifest.idle?.screen] {
      if let screen { used.insert(screen) }
    }
    for screen in manifest.screens {
      if let parent = screen.parent { used.insert(parent) }
      if let otherwise = screen.otherwise { used.insert(otherwise) }
    }
    return used
  }

  /// Notes params that no way into the screen fills.
  ///
  /// A query fills any param, and so does a payload that names the screen. Where only rules lead to a
  /// screen, what they do not name is left to chance.
  private mutating func checkParams(of screen: Screen) {
    let isByRulesOnly =
      !screen.rules.isEmpty && screen.links.isEmpty && screen.aliases.isEmpty
      && screen.rules.allSatisfy { $0.link == nil }
    if isByRulesOnly {
      let filled = Set(screen.rules.flatMap { $0.params.map(\.name) })
      for param in screen.params where !filled.contains(param.name) {
        warn(
          ["screens", screen.name, "params", param.name],
          "param \(quoted(param.name)) is never filled: \(quoted(screen.name)) has only rules, and none "
            + "of them gives it; name it in the 'params' of a rule", name: true)
      }
    }
    guard !screen.links.isEmpty, screen.rules.isEmpty, screen.aliases.isEmpty else { return }
    for param in screen.params {
      let isAsked = screen.links.allSatisfy { link in
        link.query.contains { $0.key == param.name }
      }
      guard isAsked, param.fallback == nil else { continue }
      let asked = screen.links.flatMap { $0.query.filter { $0.key == param.name } }
      let values = Set(asked.map(\.value))
      guard values.count == 1, let value = values.first else { continue }
      warn(
        ["screens", screen.name, "params", param.name],
        "param \(quoted(param.name)) is only ever \(quoted(value)): every link of "
          + "\(quoted(screen.name)) asks that of the query; nothing else fills it", name: true)
    }
  }
}
