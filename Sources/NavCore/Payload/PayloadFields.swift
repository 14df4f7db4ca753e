public import JSON

/// The fields of a payload, in order: names, and values as encoded JSON, in one block of memory.
public struct PayloadFields: Sequence, Sendable {
  private let delivery: Delivery

  init(_ delivery: Delivery) { self.delivery = delivery }

  /// How many there are.
  public var count: Int { delivery.outline.fields }

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }

  /// How many there are.
  public var underestimatedCount: Int { count }

  /// The value of a name, as encoded JSON; nil where there is none.
  public func value(named name: Text) -> Text? {
    var value: Text?
    forEach { field, encoded, _ in
      guard field.isEqual(to: name) else { return true }
      value = Text(copying: encoded)
      return false
    }
    return value
  }

  /// Shows every field's name, encoded value, and whether it did something else already, until `body` says no.
  public func forEach(_ body: (Span<UInt8>, Span<UInt8>, Bool) -> Bool) {
    delivery.fields { record, texts in
      body(
        texts.extracting(record.first), texts.extracting(record.second), record.kind == .usedField)
    }
  }

  /// The names of those that did something else already, as a link or a title.
  var usedNames: [Text] {
    var names: [Text] = []
    forEach { name, _, isUsed in
      if isUsed { names.append(Text(copying: name)) }
      return true
    }
    return names
  }

  /// Copies of the fields.
  public func makeIterator() -> IndexingIterator<[Params.Item]> { list.makeIterator() }

  /// Copies of the fields.
  var list: [Params.Item] {
    var items: [Params.Item] = []
    items.reserveCapacity(count)
    forEach { name, value, _ in
      items.append(Params.Item(name: Text(copying: name), value: Text(copying: value)))
      return true
    }
    return items
  }
}
