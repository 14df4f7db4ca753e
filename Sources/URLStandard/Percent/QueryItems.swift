/// A query as an ordered list of names and values.
///
/// URL Standard, section 5 "application/x-www-form-urlencoded": pieces between `&`, split at the
/// first `=`, `+` is a space, then percent-decoded. Names may repeat; empty pieces are skipped.
public struct QueryItems: Sendable, Hashable {
  /// One name with its value, both decoded; they need not be UTF-8.
  public struct Item: Sendable, Hashable {
    /// The name, decoded.
    public var name: [UInt8]
    /// The value, decoded; empty where there was no `=`.
    public var value: [UInt8]

    /// Makes an item of decoded bytes.
    public init(name: [UInt8], value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// The items, in the order of the query.
  public var items: [Item]

  /// Makes a list of `items`.
  public init(_ items: [Item]) { self.items = items }

  /// Parses a query without its `?`.
  public static func parse(_ query: [UInt8]) -> QueryItems {
    var items: [Item] = []
    for piece in query.split(separator: 0x26) {
      let equals = piece.firstIndex(of: 0x3D)
      let name = piece[..<(equals ?? piece.endIndex)]
      let value = equals.map { piece[($0 + 1)...] } ?? []
      items.append(
        Item(
          name: PercentCoding.decode(Array(name), plusIsSpace: true),
          value: PercentCoding.decode(Array(value), plusIsSpace: true)))
    }
    return QueryItems(items)
  }

  /// The query without a `?`: the serializer of the same section.
  public var serialized: [UInt8] {
    var out: [UInt8] = []
    for (index, item) in items.enumerated() {
      if index > 0 { out.append(0x26) }
      out += PercentCoding.encode(item.name, .form, spaceAsPlus: true)
      out.append(0x3D)
      out += PercentCoding.encode(item.value, .form, spaceAsPlus: true)
    }
    return out
  }

  /// The value of the first item with this name.
  public subscript(name: [UInt8]) -> [UInt8]? {
    items.first { $0.name == name }?.value
  }
}
