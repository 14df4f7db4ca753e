internal import JSON

/// The first pass: the names that everything else refers to.
extension ManifestReader {
  private static let screenMembers: [Text] = [
    "aliases", "params", "identity", "methods", "links", "rules", "tab", "parent", "present",
    "reuse", "on_received", "requires", "otherwise", "unknown_params", "stay", "origins",
  ]

  /// Reads the screens' names and aliases.
  mutating func declareScreens(_ field: Field?, _ top: Field) {
    guard let field else {
      fail(top.node, "'screens' is missing; an app has one screen or more")
      return
    }
    guard json.kind(field.node) == .object else {
      fail(field.node, "'screens' must be an object, not \(describe(field.node))")
      return
    }
    let members = members(field.node)
    if members.isEmpty { fail(field.node, "'screens' is empty; an app has one screen or more") }
    for member in members where isName(member.name, member.node, "the screen name", member: true) {
      manifest.screenNames[member.name] = manifest.screens.count
      manifest.screens.append(Screen(name: member.name))
      var draft = ScreenDraft(node: member.node)
      draft.fields =
        object(member, of: "screen \(quoted(member.name))", allowed: Self.screenMembers) ?? Fields()
      drafts.append(draft)
    }
    for index in drafts.indices { declareAliases(index) }
  }

  private mutating func declareAliases(_ index: Int) {
    for (alias, node) in names(drafts[index].fields["aliases"], "'aliases'", each: "alias") {
      if let other = manifest.screenNames[alias] {
        let owner = manifest.screens[other].name
        let what = owner == alias ? "the name of a screen" : "an alias of \(quoted(owner))"
        fail(node, "alias \(quoted(alias)) is \(what) already; a name stands for one screen")
      } else {
        manifest.screenNames[alias] = index
        manifest.screens[index].aliases.append(alias)
      }
    }
  }

  /// Reads `tabs`, or `root`.
  mutating func readTabs(_ fields: Fields, _ top: Field) {
    switch (fields["tabs"], fields["root"]) {
    case (nil, nil):
      fail(
        top.node,
        "'tabs' and 'root' are both missing; give the tabs with their root screens, or the root of "
          + "the one stack")
    case (let tabs?, let root?):
      fail(root.node, "'root' and 'tabs' exclude each other; leave out 'root'", name: true)
      readTabList(tabs)
    case (let tabs?, nil):
      readTabList(tabs)
    case (nil, let root?):
      let screen = reference(root, "'root'")
      tabs.append(TabDraft(name: "main", root: screen, node: root.node))
    }
  }

  private mutating func readTabList(_ field: Field) {
    for element in array(field, "'tabs'", empty: false) ?? [] {
      guard let fields = object(element, of: "a tab", allowed: ["name", "root"]) else { continue }
      for name: Text in ["name", "root"] where fields[name] == nil {
        fail(
          element.node,
          "'\(name.string)' is missing; a tab is {\"name\": \"…\", \"root\": \"a screen\"}")
      }
      let root = reference(fields["root"], "'root'")
      guard let member = fields["name"], let name = name(member, "the tab name") else { continue }
      if name == "current" {
        fail(member.node, "a tab cannot be called 'current': that means the selected tab")
      } else if tabs.contains(where: { $0.name == name }) {
        fail(member.node, "tab \(quoted(name)) is given twice; a tab's name is its own")
      } else {
        let node = fields["root"]?.node ?? member.node
        tabs.append(TabDraft(name: name, root: root, node: node))
      }
    }
  }

  /// The screen that a member names, which must be declared, by its own name.
  mutating func reference(_ field: Field?, _ what: String) -> Int? {
    guard let field, let name = text(field, what), !manifest.screens.isEmpty else { return nil }
    let screens = manifest.screens.map(\.name)
    guard let index = manifest.screenNames[name] else {
      fail(
        field.node,
        "\(what) names the unknown screen \(quoted(name)); "
          + Spelling.suggestion(for: name, among: screens, what: "screens"))
      return nil
    }
    guard manifest.screens[index].name == name else {
      fail(
        field.node,
        "\(what) names the alias \(quoted(name)); write the screen's name, "
          + "\(quoted(manifest.screens[index].name))")
      return nil
    }
    return index
  }
}
