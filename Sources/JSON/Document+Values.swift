extension Document {
  /// The kind of a value.
  @inlinable @inline(__always) public func kind(_ node: Node) -> Kind {
    switch Tag.of(word(node.index)) {
    case Tag.object: .object
    case Tag.array: .array
    case Tag.string: .string
    case Tag.integer: .integer
    case Tag.unsigned: .unsigned
    case Tag.double: .double
    case Tag.yes, Tag.no: .bool
    default: .null
    }
  }

  /// The value of `true` and `false`, and nil of all else.
  @inlinable @inline(__always) public func bool(_ node: Node) -> Bool? {
    switch Tag.of(word(node.index)) {
    case Tag.yes: true
    case Tag.no: false
    default: nil
    }
  }

  /// The value of a ``Kind/integer``, and nil of all else: `1.0` is no integer.
  @inlinable @inline(__always) public func integer(_ node: Node) -> Int64? {
    guard Tag.of(word(node.index)) == Tag.integer else { return nil }
    return Int64(bitPattern: word(node.index &+ 1))
  }

  /// The value of a ``Kind/unsigned`` or of an ``Kind/integer`` that is not negative.
  @inlinable public func unsigned(_ node: Node) -> UInt64? {
    switch Tag.of(word(node.index)) {
    case Tag.unsigned: word(node.index &+ 1)
    case Tag.integer: UInt64(exactly: Int64(bitPattern: word(node.index &+ 1)))
    default: nil
    }
  }

  /// The value of any number, rounded where a double cannot hold it.
  @inlinable public func double(_ node: Node) -> Double? {
    switch Tag.of(word(node.index)) {
    case Tag.double: Double(bitPattern: word(node.index &+ 1))
    case Tag.integer: Double(Int64(bitPattern: word(node.index &+ 1)))
    case Tag.unsigned: Double(word(node.index &+ 1))
    default: nil
    }
  }

  /// A copy of a string, unescaped, and nil of all else.
  @inlinable public func text(_ node: Node) -> Text? {
    let word = word(node.index)
    guard Tag.of(word) == Tag.string else { return nil }
    return unsafe Text(copying: string(word))
  }

  /// Shows the bytes of a string to `body`; gives nil of all else.
  @inlinable @inline(__always)
  public func withText<R, E: Error>(
    _ node: Node, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R? {
    let word = word(node.index)
    guard Tag.of(word) == Tag.string else { return nil }
    let bytes = unsafe string(word)
    let text = unsafe UnsafeBufferPointer(
      start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    return try unsafe body(text.span)
  }

  /// Whether a value is the string `literal`, byte for byte.
  @inlinable @inline(__always)
  public func isText(_ node: Node, _ literal: StaticString) -> Bool {
    let word = word(node.index)
    guard Tag.of(word) == Tag.string else { return false }
    return unsafe RawBytes.equal(string(word), literal)
  }

  /// Whether a value is the string `text`, byte for byte.
  @_disfavoredOverload
  @inlinable public func isText(_ node: Node, _ text: Text) -> Bool {
    let word = word(node.index)
    guard Tag.of(word) == Tag.string else { return false }
    let bytes = unsafe string(word)
    guard let base = bytes.baseAddress, bytes.count == text.count else { return false }
    return unsafe text.withUnsafeBytes { other in
      guard let start = other.baseAddress else { return true }
      return unsafe RawBytes.equal(base, start, bytes.count)
    }
  }

  /// A hash of a string's bytes, the same as ``Text/hash``; nil of all else.
  @inlinable public func hash(_ node: Node) -> UInt64? {
    let word = word(node.index)
    guard Tag.of(word) == Tag.string else { return nil }
    return unsafe RawBytes.hash(string(word))
  }
}
