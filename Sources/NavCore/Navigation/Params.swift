public import JSON

/// The params of an entry: names and values in order.
///
/// A value is kept as canonical JSON text without spaces (`"42"` with its quotes, `42`, `[1,2]`), so
/// that equality is equality of bytes and writing one is a copy.
public struct Params: Hashable, Sendable {
  /// One param.
  public struct Item: Hashable, Sendable {
    /// The declared name.
    public var name: Text
    /// The value, as encoded JSON.
    public var value: Text
    /// Makes one param.
    public init(name: Text, value: Text) { (self.name, self.value) = (name, value) }
  }

  /// The params, in the order of their declaration.
  public var items: [Item]

  /// Makes a list of params.
  public init(_ items: [Item] = []) { self.items = items }

  /// Reads an object; anything else is no params.
  public init(json: borrowing Document, _ node: Node) {
    var items: [Item] = []
    var scratch = Bytes()
    json.members(node) { name, value in
      scratch.removeAll()
      json.write(value, into: &scratch)
      items.append(Item(name: name.text, value: scratch.text))
    }
    self.items = items
  }

  /// The value of a name, as encoded JSON.
  public subscript(name: Text) -> Text? { items.first { $0.name == name }?.value }

  /// Writes the JSON object.
  public func write(into out: inout Bytes) {
    out.append("{")
    var first = true
    for item in items {
      if !first { out.append(",") }
      first = false
      out.append(quoted: item.name)
      out.append(":")
      out.append(item.value)
    }
    out.append("}")
  }
}
