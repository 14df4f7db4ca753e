internal import JSON

/// Readers of one value each; they note what is wrong and give nil.
extension ManifestReader {
  /// The greatest length of a name, in bytes.
  static let maximumName = 128

  /// A string that is not empty.
  mutating func text(_ field: Field?, _ what: String) -> Text? {
    guard let field else { return nil }
    guard let text = json.text(field.node) else {
      fail(field.node, "\(what) must be a string, not \(describe(field.node))")
      return nil
    }
    guard !text.isEmpty else {
      fail(field.node, "\(what) must not be empty")
      return nil
    }
    return text
  }

  /// A name: a string of 1 to 128 bytes without control characters.
  mutating func name(_ field: Field?, _ what: String) -> Text? {
    guard let field, let text = text(field, what) else { return nil }
    return isName(text, field.node, what) ? text : nil
  }

  /// Whether text is fit to be a name; notes it where not.
  mutating func isName(
    _ text: Text, _ node: Node, _ what: String, member: Bool = false
  ) -> Bool {
    let control = text.bytes.contains { $0 < 0x20 || $0 == 0x7F }
    if !text.isEmpty, text.count <= Self.maximumName, !control { return true }
    fail(
      node,
      "\(what) \(quoted(text)) must have 1 to \(Self.maximumName) bytes and no control characters",
      name: member)
    return false
  }

  /// The elements of an array; anything else is an error.
  mutating func array(_ field: Field?, _ what: String, empty: Bool = true) -> [Field]? {
    guard let field else { return nil }
    guard json.kind(field.node) == .array else {
      fail(field.node, "\(what) must be an array, not \(describe(field.node))")
      return nil
    }
    let found = elements(field)
    if found.isEmpty, !empty {
      fail(field.node, "\(what) must not be empty")
      return nil
    }
    return found
  }

  /// An array of different names; what is wrong in it is left out.
  mutating func names(
    _ field: Field?, _ what: String, each: String, empty: Bool = true
  ) -> [(text: Text, node: Node)] {
    guard let elements = array(field, what, empty: empty) else { return [] }
    var found: [(text: Text, node: Node)] = []
    for element in elements {
      guard let text = name(element, each) else { continue }
      if found.contains(where: { $0.text == text }) {
        fail(element.node, "\(each) \(quoted(text)) is given twice; once is enough")
      } else {
        found.append((text, element.node))
      }
    }
    return found
  }

  /// `true` or `false`.
  mutating func flag(_ field: Field?, _ what: String) -> Bool {
    guard let field else { return false }
    guard let flag = json.bool(field.node) else {
      fail(field.node, "\(what) must be true or false, not \(describe(field.node))")
      return false
    }
    return flag
  }

  /// A whole number within a range.
  mutating func integer(_ field: Field?, _ what: String, in range: ClosedRange<Int>) -> Int? {
    guard let field else { return nil }
    if let number = json.integer(field.node), let whole = Int(exactly: number),
      range.contains(whole)
    {
      return whole
    }
    fail(
      field.node,
      "\(what) must be a whole number from \(range.lowerBound) to \(range.upperBound), "
        + "not \(describe(field.node))")
    return nil
  }

  /// Seconds with decimals, as milliseconds: more than 0, at most 366 days.
  mutating func seconds(_ field: Field?, _ what: String) -> Int64? {
    guard let field else { return nil }
    if let seconds = json.double(field.node), seconds > 0, seconds <= 366 * 86_400,
      let milliseconds = Int64(exactly: (seconds * 1000).rounded()), milliseconds > 0
    {
      return milliseconds
    }
    fail(
      field.node,
      "\(what) must be seconds, from 0.001 to 31622400 (366 days), not \(describe(field.node))")
    return nil
  }

  /// One of the strings of a table.
  mutating func choice<Value>(
    _ field: Field?, _ what: String, _ table: [(name: Text, value: Value)]
  ) -> Value? {
    guard let field else { return nil }
    let names = table.map(\.name)
    guard let text = json.text(field.node) else {
      fail(
        field.node,
        "\(what) must be one of \(Spelling.list(names)), not \(describe(field.node))")
      return nil
    }
    if let row = table.first(where: { $0.name == text }) { return row.value }
    fail(
      field.node,
      "unknown \(what) \(quoted(text)); "
        + Spelling.suggestion(for: text, among: names, what: "values"))
    return nil
  }

  /// A set of origins; nil where the member is absent or wrong.
  mutating func origins(_ field: Field?) -> OriginSet? {
    guard let elements = array(field, "'origins'", empty: false) else { return nil }
    var set: OriginSet = []
    let table = OriginSet.names.map { (name: $0.0, value: $0.1) }
    for element in elements {
      guard let origin = choice(element, "origin", table) else { continue }
      if set.contains(origin) {
        fail(element.node, "origin \(quoted(origin.name)) is given twice; once is enough")
      }
      set.formUnion(origin)
    }
    return set
  }
}
