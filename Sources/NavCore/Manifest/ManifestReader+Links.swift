internal import JSON

/// The links of a screen.
extension ManifestReader {
  private static let linkMembers: [Text] = ["pattern", "query", "fragment", "priority", "origins"]

  /// Reads `links`.
  mutating func readLinks(_ field: Field?, into screen: inout Screen) {
    for element in array(field, "'links'") ?? [] {
      if json.kind(element.node) == .string {
        guard var link = pattern(element, screen) else { continue }
        link.origins = screen.origins
        link.place = place(element.node)
        screen.links.append(link)
        continue
      }
      guard json.kind(element.node) == .object else {
        fail(
          element.node,
          "a link must be a pattern such as \"/orders/:id\" or an object with 'pattern', "
            + "not \(describe(element.node))")
        continue
      }
      readLink(element, into: &screen)
    }
  }

  private mutating func readLink(_ element: Field, into screen: inout Screen) {
    guard let fields = object(element, of: "a link", allowed: Self.linkMembers) else { return }
    let before = problems.count
    if fields["pattern"] == nil {
      fail(element.node, "'pattern' is missing; it names scheme, host and path of the links")
    }
    var link = fields["pattern"].flatMap { pattern($0, screen) } ?? LinkPattern(pattern: "")
    link.place = place(element.node)
    readQuery(fields["query"], &link)
    link.fragment = fragment(fields["fragment"])
    link.priority = integer(fields["priority"], "'priority'", in: -1_000_000...1_000_000) ?? 0
    link.origins = origins(fields["origins"]) ?? screen.origins
    if let field = fields["origins"], !screen.origins.isSuperset(of: link.origins) {
      fail(field.node, "a link's origins must be among those of its screen")
    }
    if problems.count == before { screen.links.append(link) }
  }

  private mutating func fragment(_ field: Field?) -> Text? {
    guard let field else { return nil }
    if let text = json.text(field.node) { return text }
    fail(field.node, "'fragment' must be a string, not \(describe(field.node))")
    return nil
  }

  private mutating func readQuery(_ field: Field?, _ link: inout LinkPattern) {
    guard let field else { return }
    guard json.kind(field.node) == .object else {
      fail(
        field.node,
        "'query' must be an object of keys and values, not \(describe(field.node))")
      return
    }
    for member in members(field.node) {
      if let value = json.text(member.node) {
        link.query.append((member.name, value))
      } else {
        fail(
          member.node,
          "a query value is text; write a string, not \(describe(member.node))")
      }
    }
  }

  private mutating func pattern(_ field: Field, _ screen: Screen) -> LinkPattern? {
    guard let text = text(field, "'pattern'") else { return nil }
    let shape = PatternShape(text)
    if let message = shape.problem ?? claim(of: shape) {
      fail(field.node, "pattern \(quoted(text)): \(message)")
      return nil
    }
    var link = LinkPattern(pattern: text)
    if let group = shape.groups.first(where: { screen.param(named: $0) == nil }) {
      fail(
        field.node,
        "pattern \(quoted(text)) fills the unknown param \(quoted(group)); "
          + Spelling.suggestion(
            for: group, among: screen.params.map(\.name), what: "params of the screen"))
      return nil
    }
    do throws(Refusal) {
      let variants = try PatternCompiler.variants(of: link, screen)
      link.variants = variants
      guard let host = variants.first?.host, !isClaimed(host) else { return link }
      fail(
        field.node,
        "pattern \(quoted(text)): the app does not claim host \(quoted(host)); add it to 'hosts'")
    } catch {
      fail(field.node, error.message.string)
    }
    return nil
  }

  /// Whether links of a pattern's host come to the app; true where the host is no plain one.
  private func isClaimed(_ host: Text) -> Bool {
    let marks = Array("-._:[]".utf8)
    let plain = host.bytes.starts(with: "*.".utf8) ? host.bytes.dropFirst(2) : host.bytes[...]
    guard plain.allSatisfy({ ASCII.isAlphanumeric($0) || marks.contains($0) }) else { return true }
    return manifest.hosts.contains { $0 == host || Hosts.matches($0, host) }
  }

  /// What is wrong with a pattern's scheme: only what the app claims can come to it.
  private func claim(of shape: PatternShape) -> String? {
    guard let scheme = shape.scheme else { return nil }
    if SchemeRules.isDenied(scheme) {
      return "scheme \(quoted(scheme)) is never a link; take one of your own"
    }
    if manifest.schemes.contains(scheme) { return nil }
    if scheme == "http" || scheme == "https" {
      return manifest.hosts.isEmpty
        ? "the app claims no host, so no such link comes to it; add its host to 'hosts'" : nil
    }
    return "the app does not claim scheme \(quoted(scheme)); "
      + (manifest.schemes.isEmpty
        ? "add it to 'schemes'"
        : Spelling.suggestion(for: scheme, among: manifest.schemes, what: "'schemes'"))
  }
}
