package import JSON

/// Readers of one member each, for code that looks into answers.
extension Document {
  /// The text of a member.
  package func text(_ node: Node, _ name: StaticString) -> Text? {
    guard let value = member(node, name) else { return nil }
    return text(value)
  }

  /// The integer of a member.
  package func integer(_ node: Node, _ name: StaticString) -> Int64? {
    guard let value = member(node, name) else { return nil }
    return integer(value)
  }

  /// Whether a member is `true`.
  package func isTrue(_ node: Node, _ name: StaticString) -> Bool {
    guard let value = member(node, name) else { return false }
    return bool(value) == true
  }

  /// The elements of an array, in order.
  package func list(_ node: Node) -> [Node] {
    var nodes: [Node] = []
    elements(node) { nodes.append($0) }
    return nodes
  }

  /// The elements of the array that a member is; none where it is absent.
  package func list(_ node: Node, _ name: StaticString) -> [Node] {
    guard let value = member(node, name) else { return [] }
    return list(value)
  }

  /// The members of an object, in order.
  package func pairs(_ node: Node) -> [(name: Text, value: Node)] {
    var pairs: [(name: Text, value: Node)] = []
    members(node) { name, value in pairs.append((name.text, value)) }
    return pairs
  }
}
