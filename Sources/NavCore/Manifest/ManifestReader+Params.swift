internal import JSON

/// The params of a screen.
extension ManifestReader {
  /// The most params of a screen; a request cannot have more either.
  static let maximumParams = 256

  private static let paramMembers: [Text] = [
    "type", "required", "default", "values", "items", "min", "max", "maxLength", "schemes", "hosts",
    "sensitive", "on_invalid",
  ]

  private static let types: [(name: Text, value: Param.Kind)] = [
    ("string", .string), ("int", .int), ("float", .float), ("bool", .bool), ("url", .url),
    ("enum", .enum), ("list", .list(.string)), ("json", .json),
  ]

  /// Reads `params`.
  mutating func readParams(_ field: Field?, into screen: inout Screen) {
    brokenParams = []
    guard let field else { return }
    guard json.kind(field.node) == .object else {
      fail(
        field.node,
        "'params' must be an object of names and types, not \(describe(field.node))")
      return
    }
    let members = members(field.node)
    if members.count > Self.maximumParams {
      fail(
        field.node, "a screen has at most \(Self.maximumParams) params, not \(members.count)")
    }
    for member in members where isName(member.name, member.node, "the param name", member: true) {
      var param = Param(name: member.name)
      let before = problems.count
      readParam(member, &param)
      if problems.count > before { brokenParams.append(param.name) }
      screen.params.append(param)
    }
  }

  private mutating func readParam(_ member: Field, _ param: inout Param) {
    if json.kind(member.node) == .string {
      param.kind = choice(member, "type", Self.types) ?? .string
      if param.kind == .enum {
        fail(
          member.node,
          "an enum needs its values; write {\"type\": \"enum\", \"values\": [\"…\"]}")
      }
      return
    }
    func what() -> String { "param \(quoted(member.name))" }
    guard json.kind(member.node) == .object else {
      fail(
        member.node,
        "\(what()) must be a type such as \"string\" or an object with 'type', "
          + "not \(describe(member.node))")
      return
    }
    let before = problems.count
    guard let fields = object(member, of: what(), allowed: Self.paramMembers) else { return }
    guard let type = fields["type"] else {
      fail(
        member.node,
        "'type' of \(what()) is missing; the types are \(Spelling.list(Self.types.map(\.name)))")
      return
    }
    guard let kind = choice(type, "type", Self.types) else { return }
    param.kind = kind
    param.required = flag(fields["required"], "'required'")
    param.sensitive = flag(fields["sensitive"], "'sensitive'")
    readItems(fields, member, &param)
    readBounds(fields, &param)
    readAddressRules(fields, &param)
    if problems.count == before { readDefault(fields, &param) }
  }

  private mutating func readItems(_ fields: Fields, _ member: Field, _ param: inout Param) {
    if let items = fields["items"] {
      if case .list = param.kind {
        let table = Self.types.filter { $0.name != "list" }
        if let item = choice(items, "type of items", table) { param.kind = .list(item) }
      } else {
        misplaced(items, "a list")
      }
    }
    let isEnum = param.kind == .enum || param.kind == .list(.enum)
    if let values = fields["values"] {
      if isEnum {
        param.values = names(values, "'values'", each: "value", empty: false).map(\.text)
      } else {
        misplaced(values, "an enum")
      }
    } else if isEnum {
      fail(
        fields["type"]?.node ?? member.node,
        "an enum needs its values; add \"values\": [\"…\"]")
    }
  }

  private mutating func misplaced(_ field: Field, _ owner: String) {
    fail(
      field.node, "\(quoted(field.name)) belongs to \(owner); leave it out or change 'type'",
      name: true)
  }

  private mutating func readBounds(_ fields: Fields, _ param: inout Param) {
    param.minimum = bound(fields["min"], param.kind)
    param.maximum = bound(fields["max"], param.kind)
    if let least = param.minimum, let most = param.maximum, least > most,
      let field = fields["max"]
    {
      fail(field.node, "'max' is less than 'min'; no value would do")
    }
    guard let field = fields["maxLength"] else { return }
    switch param.kind {
    case .string, .url, .json, .list(.string), .list(.url), .list(.json):
      param.maximumLength = integer(field, "'maxLength'", in: 0...65_536)
    default:
      misplaced(field, "a string, url, json or list of them")
    }
  }

  private mutating func bound(_ field: Field?, _ kind: Param.Kind) -> Double? {
    guard let field else { return nil }
    switch kind {
    case .float:
      if let number = json.double(field.node) { return number }
      fail(field.node, "\(quoted(field.name)) must be a number, not \(describe(field.node))")
    case .int:
      let limit = 1 << 53
      let what = quoted(field.name)
      return integer(field, what, in: -limit...limit).map { Double($0) }
    case .list:
      return integer(field, quoted(field.name), in: 0...65_536).map { Double($0) }
    default:
      misplaced(field, "an int, float or list")
    }
    return nil
  }

  private mutating func readAddressRules(_ fields: Fields, _ param: inout Param) {
    let isURL = param.kind == .url || param.kind == .list(.url)
    for name: Text in ["schemes", "hosts"] {
      if let field = fields[name], !isURL { misplaced(field, "a url") }
    }
    guard isURL else { return }
    param.schemes = schemes(fields["schemes"])
    param.hosts = hosts(fields["hosts"])
  }

  private mutating func readDefault(_ fields: Fields, _ param: inout Param) {
    if let field = fields["default"] {
      do {
        param.fallback = try ParamConversion.convert(json: json, field.node, to: param)
      } catch {
        fail(field.node, "'default' does not fit: \(error.message.string)")
      }
    }
    guard let field = fields["on_invalid"] else { return }
    let table: [(name: Text, value: Bool)] = [("default", true)]
    param.usesDefaultWhenInvalid = choice(field, "'on_invalid'", table) ?? false
    if param.usesDefaultWhenInvalid, fields["default"] == nil {
      fail(field.node, "'on_invalid' is \"default\", but there is no 'default'; add one")
    }
  }
}
