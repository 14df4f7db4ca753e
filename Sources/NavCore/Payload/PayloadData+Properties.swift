import JSON

extension PayloadData {
  private static let objectNames: [(PayloadNames, StaticString)] = [
    (.propertys, "propertys"), (.properties, "properties"), (.property, "property"),
    (.params, "params"),
  ]

  /// Unwraps the object that holds the properties, under any of its spellings; also as JSON text.
  ///
  /// Refuses two that differ, and text that begins like JSON and is none. Any other value is a field.
  func readProperties(
    _ json: borrowing Document, _ node: Node, _ names: PayloadNames, _ spent: inout PayloadNames,
    _ delivery: inout Delivery
  ) throws(Refusal) {
    guard !names.isDisjoint(with: .objects) else { return }
    var first: (name: StaticString, items: [Params.Item])?
    for (bit, name) in Self.objectNames where names.contains(bit) {
      guard let items = try properties(json, node, name) else { continue }
      spent.insert(bit)
      guard let found = first else {
        first = (name, items)
        continue
      }
      guard Self.areEqual(found.items, items) else {
        throw Refusal(
          .dialect_conflict,
          "'\(found.name)' and '\(name)' both hold properties and differ: give one of the two",
          at: place.below(name))
      }
    }
    guard let items = first?.items else { return }
    if delivery.fields.isEmpty {
      delivery.fields = items
    } else {
      for item in items where !delivery.fields.contains(where: { $0.name == item.name }) {
        delivery.fields.append(item)
      }
    }
    guard delivery.fields.count <= PayloadReader.maximumFields else {
      throw tooMany("fields", place)
    }
  }

  private func properties(
    _ json: borrowing Document, _ node: Node, _ name: StaticString
  ) throws(Refusal) -> [Params.Item]? {
    guard let value = json.field(node, name) else { return nil }
    if json.kind(value) == .object { return Self.items(json, value) }
    guard let text = json.text(value),
      let inner = try Document.inside(text, at: place.below(name)),
      inner.kind(inner.root) == .object
    else { return nil }
    return Self.items(inner, inner.root)
  }

  private static func items(_ json: borrowing Document, _ node: Node) -> [Params.Item] {
    var items: [Params.Item] = []
    items.reserveCapacity(min(json.count(node), PayloadReader.maximumFields))
    var scratch = Bytes()
    json.members(node) { name, value in
      guard json.kind(value) != .null, !isSystemKey(name) else { return }
      scratch.removeAll()
      json.write(value, into: &scratch)
      items.append(Params.Item(name: name.text, value: scratch.text))
    }
    return items
  }

  private static func areEqual(_ a: [Params.Item], _ b: [Params.Item]) -> Bool {
    a.count == b.count && Set(a) == Set(b)
  }
}
