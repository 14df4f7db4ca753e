internal import JSON

/// The second pass: the members of one screen, but for its params, links and rules.
extension ManifestReader {
  /// Reads the screen of an index.
  mutating func readScreen(_ index: Int) {
    let fields = drafts[index].fields
    var screen = manifest.screens[index]
    readParams(fields["params"], into: &screen)
    readIdentity(fields["identity"], into: &screen)
    screen.methods = names(fields["methods"], "'methods'", each: "method").map(\.text)
    screen.origins = origins(fields["origins"]) ?? .all
    readLinks(fields["links"], into: &screen)
    readRules(fields["rules"], into: &screen)
    readPlacement(fields, index, into: &screen)
    readPolicies(fields, into: &screen)
    readConditions(fields, into: &screen)
    screen.stay = seconds(fields["stay"], "'stay'")
    manifest.screens[index] = screen
  }

  private mutating func readIdentity(_ field: Field?, into screen: inout Screen) {
    guard field != nil else {
      screen.identity = Array(screen.params.indices)
      return
    }
    let declared = screen.params.map(\.name)
    for (name, node) in names(field, "'identity'", each: "param") {
      if let index = screen.param(named: name) {
        screen.identity.append(index)
      } else {
        fail(
          node,
          "'identity' names the unknown param \(quoted(name)); "
            + Spelling.suggestion(for: name, among: declared, what: "params of the screen"))
      }
    }
  }

  private mutating func readPlacement(
    _ fields: Fields, _ index: Int, into screen: inout Screen
  ) {
    if let field = fields["tab"], let name = text(field, "'tab'") {
      if name == "current" {
        drafts[index].placement = .current
      } else if let tab = tabs.firstIndex(where: { $0.name == name }) {
        drafts[index].placement = .tab(tab)
      } else if !tabs.isEmpty {
        fail(
          field.node,
          "unknown tab \(quoted(name)); "
            + Spelling.suggestion(for: name, among: tabs.map(\.name) + ["current"], what: "tabs"))
      }
    }
    screen.parent = reference(fields["parent"], "'parent'")
    let table: [(name: Text, value: Screen.Presentation)] = [
      ("push", .push), ("replace", .replace), ("modal", .modal), ("root", .root),
    ]
    drafts[index].presents = fields["present"] != nil
    screen.present = choice(fields["present"], "'present'", table) ?? .push
  }

  private mutating func readPolicies(_ fields: Fields, into screen: inout Screen) {
    let reuse: [(name: Text, value: Screen.Reuse)] = [
      ("top", .top), ("stack", .stack), ("never", .never),
    ]
    screen.reuse = choice(fields["reuse"], "'reuse'", reuse) ?? .top
    let received: [(name: Text, value: Screen.ReceivedPolicy)] = [
      ("notice", .notice), ("navigate", .navigate), ("ignore", .ignore),
    ]
    screen.onReceived = choice(fields["on_received"], "'on_received'", received) ?? .notice
    let unknown: [(name: Text, value: Bool)] = [("drop", false), ("reject", true)]
    screen.rejectsUnknownParams =
      choice(fields["unknown_params"], "'unknown_params'", unknown) ?? false
  }

  private mutating func readConditions(_ fields: Fields, into screen: inout Screen) {
    for (name, node) in names(fields["requires"], "'requires'", each: "condition") {
      if let condition = manifest.conditions.firstIndex(of: name) {
        screen.requires.append(condition)
      } else {
        fail(
          node,
          "unknown condition \(quoted(name)); "
            + Spelling.suggestion(
              for: name, among: manifest.conditions, what: "'conditions' of the app"))
      }
    }
    screen.otherwise = reference(fields["otherwise"], "'otherwise'")
    if let field = fields["otherwise"], fields["requires"] == nil {
      warn(
        field.node, "'otherwise' without 'requires' is never used; name the conditions",
        name: true)
    }
  }
}
