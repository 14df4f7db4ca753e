import JSON

extension PayloadData {
  /// Unwraps the object that holds the properties, under any of its spellings; also as JSON text.
  ///
  /// Refuses two that differ, and text that begins like JSON and is none. Any other value is a field.
  func readProperties(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ left: inout PayloadNameSet,
    _ draft: inout PayloadDraft
  ) throws(Refusal) {
    var first: StaticString?
    let before = draft.form.fields > 0 ? draft.out.count : 0
    try read(json, members, .propertys, "propertys", before, &first, &left, &draft)
    try read(json, members, .properties, "properties", before, &first, &left, &draft)
    try read(json, members, .property, "property", before, &first, &left, &draft)
    try read(json, members, .params, "params", before, &first, &left, &draft)
  }

  private func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ known: PayloadName,
    _ name: StaticString, _ before: Int, _ first: inout StaticString?,
    _ left: inout PayloadNameSet, _ draft: inout PayloadDraft
  ) throws(Refusal) {
    guard let value = members[known] else { return }
    let earlier = first
    var isObject = false
    if json.kind(value) == .object {
      isObject = true
      try take(json, value, earlier, name, before, json, members.node, &draft)
    } else {
      let node = members.node
      isObject =
        try draft.inside(json, value, at: place, name) { inner, draft throws(Refusal) in
          guard let object = inner.object(inner.root) else { return false }
          try take(inner, object, earlier, name, before, json, node, &draft)
          return true
        } == true
    }
    guard isObject else { return }
    left.insert(known)
    if first == nil { first = name }
  }

  /// Takes the fields of the first object; of a later one it only looks whether they are the same.
  private func take(
    _ json: borrowing Document, _ object: Node, _ earlier: StaticString?, _ name: StaticString,
    _ before: Int, _ outer: borrowing Document, _ node: Node, _ draft: inout PayloadDraft
  ) throws(Refusal) {
    guard let earlier else {
      json.members(object) { name, value in
        guard json.kind(value) != .null, !PayloadData.isOfSystem(name),
          draft.form.fields <= PayloadReader.maximumFields,
          before == 0 || !draft.hasField(name, before: before)
        else { return }
        draft.field(name, json, value)
      }
      guard draft.form.fields <= PayloadReader.maximumFields else { throw tooMany("fields", draft) }
      return
    }
    let mine = PayloadData.items(json, object)
    var theirs: Set<Params.Item>?
    if let value = outer.member(node, earlier) {
      theirs = PayloadData.items(outer, value)
      if outer.kind(value) == .string, let text = outer.text(value) {
        var inner = Document()
        do { try inner.parse(text.bytes) } catch {}
        theirs = PayloadData.items(inner, inner.root)
      }
    }
    guard mine == theirs else {
      throw Refusal(
        .dialect_conflict,
        "'\(earlier)' and '\(name)' both hold properties and differ: give one of the two",
        at: place.below(name, in: draft))
    }
  }

  private static func items(_ json: borrowing Document, _ object: Node) -> Set<Params.Item> {
    var items: Set<Params.Item> = []
    json.members(object) { name, value in
      guard json.kind(value) != .null, !isOfSystem(name) else { return }
      items.insert(Params.Item(name: name.text, value: json.encoded(value)))
    }
    return items
  }
}
