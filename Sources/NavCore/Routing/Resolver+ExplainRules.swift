public import JSON

extension Resolver {
  /// Explains the rules for a payload, one by one, at most ``Explanation/limit``.
  ///
  /// A candidate's pattern is what the rule asks for, as a JSON object. What the payload has there is
  /// not told, as it may be what a manifest calls sensitive.
  public func explainRules(
    _ delivery: Delivery, payload: borrowing Document, _ root: Node, app: Int? = nil
  ) -> [Candidate] {
    let apps = app.map { $0..<($0 + 1) } ?? manifests.indices
    var found: [(match: RuleMatch, reason: String?)] = []
    for match in apps.flatMap({ rules[$0] }).prefix(Explanation.limit) {
      var reason = match.rule.whyNot(payload, root)
      if reason != nil {
        let holds = delivery.withData(in: payload) { match.rule.whyNot($0, $1) == nil }
        if holds == true { reason = nil }
      }
      found.append((match, reason))
    }
    let holding = found.filter { $0.reason == nil }.map(\.match.rule)
    return found.map { match, reason in
      let isWeaker = holding.contains { $0.precedes(match.rule) }
      let verdict = reason ?? (isWeaker ? "it holds, but one that asks for more does too" : nil)
      return Candidate(
        app: manifests[match.app].app, screen: manifests[match.app].screens[match.screen].name,
        pattern: match.rule.conditions, matches: verdict == nil,
        reason: Text(verdict ?? "all of it holds"))
    }
  }
}

extension Rule {
  /// Why the rule does not hold in a JSON value; nil where it does.
  fileprivate func whyNot(_ document: borrowing Document, _ root: Node) -> String? {
    for (pointer, constraint) in when {
      let node = document.at(root, pointer)
      switch constraint {
      case .exists(true) where node == nil, .equals where node == nil: return "\(pointer) is absent"
      case .exists(false) where node != nil: return "\(pointer) is there"
      case .equals(let value):
        if let node, document.encoded(node) != value { return "\(pointer) is not \(value)" }
      default: break
      }
    }
    return nil
  }

  /// What is asked of the payload, as the manifest has it.
  fileprivate var conditions: Text {
    var out = Bytes()
    out.append("{")
    out.append(list: when) { out, condition in
      out.append(quoted: condition.pointer.text)
      out.append(":")
      switch condition.constraint {
      case .equals(let value): out.append(value)
      case .exists(let wanted): out.append(wanted ? "{\"exists\":true}" : "{\"exists\":false}")
      }
    }
    out.append("}")
    return out.text
  }
}
