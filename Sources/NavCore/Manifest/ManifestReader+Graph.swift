internal import JSON

/// The third pass: defaults that come from other screens, and what may not go round in circles.
extension ManifestReader {
  /// Gives every screen its stack and its presentation.
  mutating func applyDefaults() {
    checkRoots()
    for index in drafts.indices {
      let placement = placement(of: index)
      manifest.screens[index].placement = placement
      guard !drafts[index].presents, case .tab(let tab) = placement, tabs[tab].root == index else {
        continue
      }
      manifest.screens[index].present = .tabRoot(tab)
    }
  }

  /// As declared, else the tab whose root it is, else its parent's, else the selected one.
  private func placement(of index: Int) -> Screen.Placement {
    var seen: [Int] = []
    var next: Int? = index
    while let screen = next, !seen.contains(screen) {
      seen.append(screen)
      if let declared = drafts[screen].placement { return declared }
      if let tab = tabs.firstIndex(where: { $0.root == screen }) { return .tab(tab) }
      next = manifest.screens[screen].parent
    }
    return .current
  }

  private mutating func checkRoots() {
    var tabOfRoot: [Int: Int] = [:]
    for (tab, draft) in tabs.enumerated() {
      guard let root = draft.root else { continue }
      checkBare(root, draft.node, "the root of a stack")
      guard let other = tabOfRoot.updateValue(tab, forKey: root) else { continue }
      if drafts[root].placement == nil {
        fail(
          draft.node,
          "screen \(quoted(manifest.screens[root].name)) is the root of tab "
            + "\(quoted(tabs[other].name)) too; say which is meant with 'tab' in the screen")
      }
    }
  }

  /// Circles of parents and of `otherwise`, params that a parent would lack.
  mutating func checkGraph() {
    checkCircles("parent") { $0.parent }
    checkCircles("otherwise") { $0.otherwise }
    for index in drafts.indices {
      let screen = manifest.screens[index]
      if let parent = screen.parent, let field = drafts[index].fields["parent"] {
        checkInheritance(of: screen, from: manifest.screens[parent], at: field.node)
      }
      checkOpensBare(drafts[index].fields["otherwise"], screen.otherwise)
    }
  }

  private mutating func checkCircles(_ member: Text, _ next: (Screen) -> Int?) {
    var done: Set<Int> = []
    for start in manifest.screens.indices where !done.contains(start) {
      var path: [Int] = []
      var screen = start
      while !done.contains(screen), !path.contains(screen) {
        path.append(screen)
        guard let following = next(manifest.screens[screen]) else { break }
        screen = following
      }
      if let last = path.last, next(manifest.screens[last]) == screen,
        let first = path.firstIndex(of: screen)
      {
        let names = (path[first...] + [screen]).map { manifest.screens[$0].name.string }
        fail(
          json.member(drafts[screen].node, member) ?? drafts[screen].node,
          "'\(member.string)' goes in a circle: \(names.joined(separator: " → ")); "
            + "one of them must end it")
      }
      done.formUnion(path)
    }
  }

  private mutating func checkInheritance(
    of child: Screen, from parent: Screen, at node: Node
  ) {
    for wanted in parent.params where wanted.required && wanted.fallback == nil {
      let what = "parent \(quoted(parent.name)) requires the param \(quoted(wanted.name))"
      guard let index = child.param(named: wanted.name) else {
        fail(node, "\(what), which \(quoted(child.name)) does not have; declare it there too")
        continue
      }
      let given = child.params[index]
      if given.kind != wanted.kind {
        fail(node, "\(what) as another type than \(quoted(child.name)); give both one type")
      } else if !given.required, given.fallback == nil {
        fail(
          node,
          "\(what), which \(quoted(child.name)) may lack; make it required there, or give it a "
            + "default")
      }
    }
  }

  /// A screen that opens without a request cannot require params.
  mutating func checkOpensBare(_ field: Field?, _ screen: Int?) {
    guard let field, let screen else { return }
    checkBare(screen, field.node, quoted(field.name))
  }

  private mutating func checkBare(_ index: Int, _ node: Node, _ role: String) {
    let screen = manifest.screens[index]
    for param in screen.params where param.required && param.fallback == nil {
      fail(
        node,
        "screen \(quoted(screen.name)) requires the param \(quoted(param.name)), which nothing "
          + "gives it as \(role); give the param a default, or do not require it")
    }
  }
}
