import JSON

extension PayloadDraft {
  /// Adds the methods to call: one name, an array of names, or an object of names.
  ///
  /// Of an object, a member's value is the name where it is text, and else the member's own name.
  mutating func calls(_ json: borrowing Document, _ value: Node) {
    switch json.kind(value) {
    case .array:
      json.elements(value) { element in
        if form.calls <= PayloadReader.maximumFields { call(json, element) }
      }
    case .object:
      json.members(value) { name, value in
        guard form.calls <= PayloadReader.maximumFields else { return }
        if let text = json.string(value) {
          call(json, text)
        } else {
          name.withSpan { call($0) }
        }
      }
    case .string where json.string(value) == nil: break
    default: call(json, value)
    }
  }
}
