import JSON

/// A rule that a payload satisfies.
struct RuleMatch: Sendable {
  let app: Int
  let screen: Int
  let rule: Rule
}

extension Resolver {
  /// The rule with the most constraints that the payload, or its data, satisfies.
  func rule(
    matching delivery: Delivery, _ payload: borrowing Document, _ root: Node, _ apps: Range<Int>
  ) throws(Refusal) -> RuleMatch? {
    guard apps.contains(where: { !rules[$0].isEmpty }) else { return nil }
    let best =
      delivery.withData(in: payload) { data, node in
        strongest(apps) { $0.holds(in: payload, root) || $0.holds(in: data, node) }
      } ?? strongest(apps) { $0.holds(in: payload, root) }
    guard let first = best.first else { return nil }
    guard best.allSatisfy({ $0.app == first.app }) else {
      throw Refusal(
        .ambiguous_app, "rules of several apps match the payload; name one by 'app'")
    }
    return first
  }

  /// The rules that hold and that no other one precedes.
  private func strongest(_ apps: Range<Int>, _ holds: (Rule) -> Bool) -> [RuleMatch] {
    var best: [RuleMatch] = []
    for app in apps {
      for match in rules[app] where holds(match.rule) {
        if let first = best.first {
          if match.rule.precedes(first.rule) { best = [] }
          if first.rule.precedes(match.rule) { continue }
        }
        best.append(match)
      }
    }
    return best
  }

  /// Goes where a rule says.
  func apply(
    _ match: RuleMatch, _ delivery: Delivery, _ payload: borrowing Document, _ root: Node,
    _ origin: OriginSet
  ) throws(Refusal) -> Resolution {
    func value(_ pointer: JSONPointer, _ payload: borrowing Document) -> Text? {
      if let node = payload.at(root, pointer) { return payload.encoded(node) }
      return delivery.withData(in: payload) { data, node in
        data.at(node, pointer).map { data.encoded($0) }
      } ?? nil
    }
    var fields: [Params.Item] = []
    for (name, source) in match.rule.params {
      switch source {
      case .constant(let constant): fields.append(Params.Item(name: name, value: constant))
      case .pointer(let pointer):
        if let found = value(pointer, payload) {
          fields.append(Params.Item(name: name, value: found))
        }
      }
    }
    let taken = Set(fields.map(\.name))
    if let pointer = match.rule.link, let encoded = value(pointer, payload) {
      let link = Resolver.text(ofEncoded: encoded)
      guard let link else {
        throw Refusal(.bad_link, "the link of a rule is no text", at: pointer.text)
      }
      return try resolve(link: link, app: match.app, origin: origin, ParamGiven(items: fields))
    }
    let read = match.rule.namesRead
    let row = router.screens.row(match.app, match.screen)
    fields += delivery.fields.filter { field in
      let isDeclared = router.screens.has(row, field.name)
      return !taken.contains(field.name) && (isDeclared || !read.contains(field.name))
    }
    return try finish(
      app: match.app, screen: match.screen,
      ParamGiven(items: fields, quiet: delivery.usedNames),
      calls: match.rule.calls + delivery.calls, origin)
  }

  /// The decoded text of an encoded JSON string; nil for another value.
  static func text(ofEncoded encoded: Text) -> Text? {
    var document = Document()
    do throws(JSONError) { try document.parse(encoded.bytes) } catch { return nil }
    return document.text(document.root)
  }
}

extension Rule {
  /// The top-level names that the rule reads itself, which are not reported as dropped.
  var namesRead: Set<Text> {
    var names: Set<Text> = []
    for (pointer, _) in when { if let first = pointer.tokens.first { names.insert(first) } }
    for case (_, .pointer(let pointer)) in params {
      if let first = pointer.tokens.first { names.insert(first) }
    }
    return names
  }

  /// Whether every constraint holds in a JSON value.
  func holds(in document: borrowing Document, _ root: Node) -> Bool {
    for (pointer, constraint) in when {
      let node = document.at(root, pointer)
      switch constraint {
      case .exists(let wanted): if (node != nil) != wanted { return false }
      case .equals(let value):
        guard let node, document.encoded(node) == value else { return false }
      }
    }
    return true
  }
}
