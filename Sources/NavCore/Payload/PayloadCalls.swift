import JSON

/// Reads the methods to call: one name, an array of names, or an object of names.
enum PayloadCalls {
  /// The names in order; what is no name is kept as its JSON, so that it is refused and reported.
  ///
  /// Of an object, a member's value is the name where it is text, and else the member's own name.
  static func read(_ json: borrowing Document, _ node: Node) -> [Text] {
    switch json.kind(node) {
    case .null: return []
    case .array:
      var calls: [Text] = []
      json.elements(node) { element in
        if calls.count <= PayloadReader.maximumFields { calls.append(name(json, element)) }
      }
      return calls
    case .object:
      var calls: [Text] = []
      json.members(node) { key, value in
        guard calls.count <= PayloadReader.maximumFields else { return }
        if let text = json.text(value), !text.isEmpty {
          calls.append(text)
        } else {
          calls.append(key.text)
        }
      }
      return calls
    default:
      let name = name(json, node)
      return name.isEmpty ? [] : [name]
    }
  }

  private static func name(_ json: borrowing Document, _ node: Node) -> Text {
    json.text(node) ?? json.encoded(node)
  }
}
