internal import JSON

/// The payload rules of a screen.
extension ManifestReader {
  /// Reads `rules`.
  mutating func readRules(_ field: Field?, into screen: inout Screen) {
    for element in array(field, "'rules'") ?? [] {
      guard
        let fields = object(element, of: "a rule", allowed: ["when", "params", "link", "call"])
      else { continue }
      let before = problems.count
      var rule = Rule()
      rule.place = place(element.node)
      readWhen(fields["when"], element, &rule)
      readRuleParams(fields["params"], screen, &rule)
      rule.link = pointer(fields["link"], "'link'")
      readCalls(fields["call"], screen, &rule)
      if problems.count == before { screen.rules.append(rule) }
    }
  }

  /// A JSON Pointer (RFC 6901).
  private mutating func pointer(_ field: Field?, _ what: String) -> JSONPointer? {
    guard let field else { return nil }
    guard let text = json.text(field.node) else {
      fail(
        field.node,
        "\(what) must be a JSON Pointer such as \"/data/url\", not \(describe(field.node))")
      return nil
    }
    return pointer(text, field.node, what, member: false)
  }

  private mutating func pointer(
    _ text: Text, _ at: Node, _ what: String, member: Bool
  ) -> JSONPointer? {
    if let pointer = JSONPointer(text) { return pointer }
    fail(
      at,
      "\(what) \(quoted(text)) is not a JSON Pointer; it begins with '/', and '~' is written '~0', "
        + "a '/' in a name '~1'", name: member)
    return nil
  }

  private mutating func readWhen(_ field: Field?, _ element: Field, _ rule: inout Rule) {
    guard let field else {
      fail(
        element.node,
        "'when' is missing; without it the rule would take every payload")
      return
    }
    guard json.kind(field.node) == .object, json.count(field.node) > 0 else {
      fail(
        field.node,
        "'when' must be an object of JSON Pointers and values such as {\"/type\": \"rank\"}")
      return
    }
    for member in members(field.node) {
      let pointer = pointer(member.name, member.node, "the name", member: true)
      guard let constraint = constraint(member), let pointer else { continue }
      rule.when.append((pointer, constraint))
    }
  }

  private mutating func constraint(_ member: Field) -> Rule.Constraint? {
    switch json.kind(member.node) {
    case .object:
      if json.count(member.node) == 1, let exists = json.member(member.node, "exists"),
        let flag = json.bool(exists)
      {
        return .exists(flag)
      }
      fail(member.node, "an object asks {\"exists\": true} or {\"exists\": false}, nothing else")
    case .array:
      fail(
        member.node,
        "a value must be a string, number, true, false, null or {\"exists\": true}, not an array")
    default:
      return .equals(json.encoded(member.node))
    }
    return nil
  }

  private mutating func readRuleParams(_ field: Field?, _ screen: Screen, _ rule: inout Rule) {
    guard let field else { return }
    guard json.kind(field.node) == .object else {
      fail(
        field.node,
        "'params' of a rule must be an object of names and pointers, not \(describe(field.node))")
      return
    }
    for member in members(field.node) {
      guard let index = screen.param(named: member.name) else {
        fail(
          member.node,
          "the rule fills the unknown param \(quoted(member.name)); "
            + Spelling.suggestion(
              for: member.name, among: screen.params.map(\.name), what: "params of the screen"),
          name: true)
        continue
      }
      guard let source = source(member, screen.params[index]) else { continue }
      rule.params.append((member.name, source))
    }
  }

  private mutating func source(_ member: Field, _ param: Param) -> Rule.Source? {
    switch json.kind(member.node) {
    case .string:
      return pointer(member, "the source").map { .pointer($0) }
    case .object where json.count(member.node) == 1:
      guard let constant = json.member(member.node, "const") else { break }
      if brokenParams.contains(param.name) { return nil }
      do {
        return .constant(try ParamConversion.convert(json: json, constant, to: param))
      } catch {
        fail(
          json.member(member.node, "const") ?? member.node,
          "'const' does not fit: \(error.message.string)")
        return nil
      }
    default:
      break
    }
    fail(
      member.node,
      "a rule's param comes from a JSON Pointer such as \"/data/id\" or from {\"const\": value}, "
        + "not \(describe(member.node))")
    return nil
  }

  private mutating func readCalls(_ field: Field?, _ screen: Screen, _ rule: inout Rule) {
    guard let field else { return }
    let one = json.kind(field.node) == .string
    let elements = one ? [field] : array(field, "'call'") ?? []
    for element in elements {
      guard let method = name(element, "the method") else { continue }
      if !screen.methods.contains(method) {
        fail(
          element.node,
          "'call' names the unknown method \(quoted(method)); "
            + Spelling.suggestion(
              for: method, among: screen.methods, what: "'methods' of the screen"))
      } else if rule.calls.contains(method) {
        fail(element.node, "method \(quoted(method)) is given twice; it is called once")
      } else {
        rule.calls.append(method)
      }
    }
  }
}
