import JSON

/// As much of JSON Schema 2020-12 as the manifest's schema uses; a keyword beyond it is an error.
struct ManifestSchemaValidator: ~Copyable {
  /// A keyword that this validator does not know.
  struct UnknownKeyword: Error { var name: Text }

  let schema: Document

  private static let annotations: Set<Text> = [
    "$schema", "$id", "$defs", "title", "description", "then", "else",
  ]

  init(_ schema: consuming Document) { self.schema = schema }

  /// Whether a value is valid.
  func accepts(_ json: borrowing Document, _ value: Node) throws -> Bool {
    try accepts(json, value, schema.root)
  }

  private func accepts(_ json: borrowing Document, _ value: Node, _ rules: Node) throws -> Bool {
    if let flag = schema.bool(rules) { return flag }
    for (keyword, rule) in entries(schema, rules) where !Self.annotations.contains(keyword) {
      guard try holds(keyword, rule, of: rules, json, value) else { return false }
    }
    return true
  }

  private func entries(_ json: borrowing Document, _ node: Node) -> [(name: Text, value: Node)] {
    var found: [(name: Text, value: Node)] = []
    json.members(node) { name, value in found.append((name.text, value)) }
    return found
  }

  private func holds(
    _ keyword: Text, _ rule: Node, of rules: Node, _ json: borrowing Document, _ value: Node
  ) throws -> Bool {
    switch keyword.string {
    case "$ref":
      let path = schema.text(rule)?.string.dropFirst() ?? ""
      guard let target = JSONPointer(Text(String(path))).flatMap({ schema.at(schema.root, $0) })
      else { throw UnknownKeyword(name: keyword) }
      return try accepts(json, value, target)
    case "not": return try !accepts(json, value, rule)
    case "allOf", "anyOf", "oneOf":
      var count = 0
      let choices = schema.nodes(rule)
      for choice in choices where try accepts(json, value, choice) { count += 1 }
      return keyword == "allOf"
        ? count == choices.count : keyword == "anyOf" ? count > 0 : count == 1
    case "if":
      let branch = try accepts(json, value, rule) ? "then" : "else" as Text
      guard let next = schema.member(rules, branch) else { return true }
      return try accepts(json, value, next)
    case "const": return json.encoded(value) == schema.encoded(rule)
    case "enum":
      let text = json.encoded(value)
      return schema.nodes(rule).contains { schema.encoded($0) == text }
    case "type":
      let names =
        schema.text(rule).map { [$0] } ?? schema.nodes(rule).compactMap { schema.text($0) }
      return names.contains { isType($0, json, value) }
    case "minLength", "maxLength", "pattern":
      guard let text = json.text(value)?.string else { return true }
      return try holds(keyword, rule, text)
    case "minimum", "maximum":
      guard let number = json.double(value), let bound = schema.double(rule) else { return true }
      return keyword == "minimum" ? number >= bound : number <= bound
    case "items", "minItems", "uniqueItems":
      guard json.kind(value) == .array else { return true }
      return try holds(keyword, rule, items: json.nodes(value), json)
    default:
      guard json.kind(value) == .object else { return true }
      return try holds(keyword, rule, of: rules, members: entries(json, value), json)
    }
  }

  private func isType(_ name: Text, _ json: borrowing Document, _ value: Node) -> Bool {
    switch (json.kind(value), name.string) {
    case (.object, "object"), (.array, "array"), (.string, "string"), (.bool, "boolean"),
      (.null, "null"), (.integer, "number"), (.integer, "integer"), (.double, "number"):
      true
    default: false
    }
  }

  private func holds(_ keyword: Text, _ rule: Node, _ text: String) throws -> Bool {
    if let limit = schema.integer(rule) {
      let count = text.unicodeScalars.count
      return keyword == "minLength" ? count >= limit : count <= limit
    }
    let regex = try Regex(schema.text(rule)?.string ?? "").matchingSemantics(.unicodeScalar)
    return try regex.firstMatch(in: text) != nil
  }

  private func holds(
    _ keyword: Text, _ rule: Node, items: [Node], _ json: borrowing Document
  ) throws -> Bool {
    if keyword == "minItems" { return items.count >= schema.integer(rule) ?? 0 }
    if keyword == "uniqueItems" {
      var seen: Set<Text> = []
      for item in items where !seen.insert(json.encoded(item)).inserted { return false }
      return true
    }
    for item in items where try !accepts(json, item, rule) { return false }
    return true
  }

  private func holds(
    _ keyword: Text, _ rule: Node, of rules: Node, members: [(name: Text, value: Node)],
    _ json: borrowing Document
  ) throws -> Bool {
    let names = members.map(\.name)
    switch keyword.string {
    case "minProperties": return members.count >= schema.integer(rule) ?? 0
    case "maxProperties": return members.count <= schema.integer(rule) ?? 0
    case "required":
      return schema.nodes(rule).allSatisfy { names.contains(schema.text($0) ?? "") }
    case "dependentRequired":
      return entries(schema, rule).allSatisfy { given, needed in
        !names.contains(given)
          || schema.nodes(needed).allSatisfy { names.contains(schema.text($0) ?? "") }
      }
    case "properties", "additionalProperties":
      let properties = schema.member(rules, "properties")
      for (name, value) in members {
        let own = properties.flatMap { schema.member($0, name) }
        let next = keyword == "properties" ? own : own == nil ? rule : nil
        if let next, try !accepts(json, value, next) { return false }
      }
      return true
    case "propertyNames":
      for name in names {
        var quoted = Bytes()
        quoted.append(quoted: name)
        var document = Document()
        try document.parse(quoted.text.bytes)
        if try !accepts(document, document.root, rule) { return false }
      }
      return true
    default: throw UnknownKeyword(name: keyword)
    }
  }
}
