/// Finds where values stand in a JSON text, for error messages.
///
/// It reads the text again and slowly: use it only when there is something to report.
public enum SourcePlace {
  /// The bytes that a value takes, or its name in quotes.
  ///
  /// - Parameters:
  ///   - pointer: The value.
  ///   - text: A text that ``Document`` takes.
  ///   - name: Whether the member's name is meant and not its value.
  /// - Returns: nil if there is no such value, or it has no name, or the text is not JSON.
  public static func range(
    of pointer: JSONPointer, in text: [UInt8], name: Bool = false
  ) -> Range<Int>? {
    var scanner = SourceScanner(text, maximumDepth: 1024)
    do throws(JSONError) {
      return try scanner.find(pointer.tokens, name: name)
    } catch {
      return nil
    }
  }

  /// Where a value begins, or its name, in bytes from 0; nil as for ``range(of:in:name:)``.
  public static func offset(
    of pointer: JSONPointer, in text: [UInt8], name: Bool = false
  ) -> Int? {
    range(of: pointer, in: text, name: name)?.lowerBound
  }

  /// The line and column of a value, or of its name; nil as for ``range(of:in:name:)``.
  public static func lineColumn(
    of pointer: JSONPointer, in text: [UInt8], name: Bool = false
  ) -> (line: Int, column: Int)? {
    offset(of: pointer, in: text, name: name).map { lineColumn(at: $0, in: text) }
  }

  /// The line and column of an offset, both from 1; columns count characters (Unicode scalars).
  public static func lineColumn(at offset: Int, in text: [UInt8]) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in text.prefix(max(offset, 0)) {
      if byte == 0x0a {
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}

extension SourceScanner {
  /// Finds the value that `tokens` name, or its name, and gives the bytes it takes.
  mutating func find(_ tokens: [Text], name: Bool) throws(JSONError) -> Range<Int>? {
    var label: Range<Int>?
    skipSpace()
    for token in tokens {
      switch byte {
      case 0x7b:
        label = try enter(member: token)
        if label == nil { return nil }
      case 0x5b:
        label = nil
        guard let position = JSONPointer.position(token), try enter(element: position) else {
          return nil
        }
      default: return nil
      }
    }
    if name { return label }
    let start = at
    try value(depth: 0)
    return start..<at
  }

  /// Moves to the value of a member and gives the place of its name.
  private mutating func enter(member token: Text) throws(JSONError) -> Range<Int>? {
    at += 1
    skipSpace()
    while byte == 0x22 {
      let start = at
      let found = try string() == token.bytes
      let label = start..<at
      skipSpace()
      guard byte == 0x3a else { return nil }
      at += 1
      skipSpace()
      if found { return label }
      try value(depth: 0)
      guard nextItem() else { return nil }
    }
    return nil
  }

  /// Moves to an element and says whether there is one.
  private mutating func enter(element position: Int) throws(JSONError) -> Bool {
    at += 1
    skipSpace()
    guard byte != 0x5d else { return false }
    var passed = 0
    while passed < position {
      try value(depth: 0)
      guard nextItem() else { return false }
      passed += 1
    }
    return true
  }

  private mutating func nextItem() -> Bool {
    skipSpace()
    guard byte == 0x2c else { return false }
    at += 1
    skipSpace()
    return true
  }
}
