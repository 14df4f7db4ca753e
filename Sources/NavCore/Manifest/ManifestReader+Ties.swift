internal import JSON

/// Patterns and rules between which nothing decides.
///
/// Source: "Specificity" of the manifest format: what is equal in all of it and can be satisfied by
/// one input is an error of the file, and never a coin toss when a link arrives.
extension ManifestReader {
  /// Notes each pattern and each rule that ties with an earlier one, naming both.
  mutating func checkTies() {
    checkPatternTies()
    checkRuleTies()
  }

  private mutating func checkPatternTies() {
    var compiled: [CompiledLink] = []
    for (index, screen) in manifest.screens.enumerated() {
      for (number, link) in screen.links.enumerated() {
        let variants = try? PatternCompiler.compile(
          link, screen: screen, app: 0, screenIndex: index, linkIndex: number)
        compiled += variants ?? []
      }
    }
    var groups: [Text: [CompiledLink]] = [:]
    for later in compiled {
      let key = later.tieKey
      if let earlier = groups[key]?.first(where: { later.ties(with: $0) }) {
        fail(
          at: later.place,
          "pattern \(quoted(later.pattern)) of \(quoted(name(later.screen))) ties with "
            + "\(quoted(earlier.pattern)) of \(quoted(name(earlier.screen))) at "
            + "\(earlier.place.line):\(earlier.place.column); give one a 'priority' or another "
            + "'query' constraint")
      }
      groups[key, default: []].append(later)
    }
  }

  private mutating func checkRuleTies() {
    var rules: [(screen: Int, rule: Rule)] = []
    for (index, screen) in manifest.screens.enumerated() {
      for rule in screen.rules { rules.append((index, rule)) }
    }
    for (position, later) in rules.enumerated() {
      let earlier = rules[..<position].first {
        !$0.rule.precedes(later.rule) && !later.rule.precedes($0.rule)
          && !$0.rule.excludes(later.rule)
      }
      guard let earlier, !later.rule.when.isEmpty else { continue }
      fail(
        at: later.rule.place,
        "this rule of \(quoted(name(later.screen))) ties with the one of "
          + "\(quoted(name(earlier.screen))) at "
          + "\(earlier.rule.place.line):\(earlier.rule.place.column): one payload can satisfy both "
          + "and they ask equally much; add a constraint such as {\"/name\": {\"exists\": false}}")
    }
  }

  private func name(_ screen: Int) -> Text { manifest.screens[screen].name }
}
