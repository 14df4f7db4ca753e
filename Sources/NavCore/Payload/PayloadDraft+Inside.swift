import JSON

extension PayloadDraft {
  /// Reads the JSON text that a string is; nil where it is none.
  mutating func inside<Result>(
    _ json: borrowing Document, _ text: Node?,
    _ body: (borrowing Document, inout PayloadDraft) throws(Refusal) -> Result
  ) throws(Refusal) -> Result? {
    guard let text else { return nil }
    let level = nextLevel()
    do {
      guard try level.read(text, of: json) else { return nil }
    } catch {
      return nil
    }
    return try within(level, body)
  }

  /// Reads the JSON text that a string is; nil where it does not begin like an object or array.
  ///
  /// Refuses with `param_invalid` text that begins like JSON and is none.
  mutating func inside<Result>(
    _ json: borrowing Document, _ text: Node?, at place: PayloadPlace, _ name: StaticString? = nil,
    _ body: (borrowing Document, inout PayloadDraft) throws(Refusal) -> Result
  ) throws(Refusal) -> Result? {
    guard let text else { return nil }
    let level = nextLevel()
    do throws(JSONError) {
      guard try level.read(text, of: json) else { return nil }
    } catch {
      let at = place.below(name, in: self)
      throw Refusal(
        .param_invalid,
        "the JSON text in \(quoted(at)) is not valid at byte \(error.offset) (\(error.message)): "
          + "give an object, or its JSON text",
        at: at)
    }
    return try within(level, body)
  }

  /// Decodes a string from base64; nil where it is none.
  mutating func decode(_ json: borrowing Document, _ text: Node) -> InnerDocument? {
    let level = nextLevel()
    return level.decode(text, of: json) ? level : nil
  }

  /// Reads a document that is inside of the current one.
  mutating func within<Result>(
    _ level: InnerDocument,
    _ body: (borrowing Document, inout PayloadDraft) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    let outer = current
    current = level
    defer { current = outer }
    return try body(level.json, &self)
  }

  private mutating func nextLevel() -> InnerDocument {
    if let current { return current.next }
    if let inside { return inside }
    let level = InnerDocument()
    inside = level
    return level
  }
}
