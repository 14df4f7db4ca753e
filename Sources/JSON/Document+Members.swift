extension Document {
  /// Shows the members of an object to `body`, in the text's order; nothing of all else.
  @inlinable @inline(__always)
  public func members<E: Error>(
    _ node: Node, _ body: (borrowing Name, Node) throws(E) -> Void
  ) throws(E) {
    let open = word(node.index)
    guard Tag.of(open) == Tag.object else { return }
    let close = Int(truncatingIfNeeded: open & 0xffff_ffff) &- 1
    var index = node.index &+ 1
    while index < close {
      let bytes = unsafe string(word(index))
      let value = index &+ 1
      if let base = bytes.baseAddress {
        let name = unsafe Name(base: base, count: bytes.count)
        try body(name, Node(index: value))
      }
      index = next(after: value, word(value))
    }
  }

  /// Shows the elements of an array to `body`, in order; nothing of all else.
  @inlinable @inline(__always)
  public func elements<E: Error>(_ node: Node, _ body: (Node) throws(E) -> Void) throws(E) {
    let open = word(node.index)
    guard Tag.of(open) == Tag.array else { return }
    let close = Int(truncatingIfNeeded: open & 0xffff_ffff) &- 1
    var index = node.index &+ 1
    while index < close {
      try body(Node(index: index))
      index = next(after: index, word(index))
    }
  }

  /// The value of the first member for which `isWanted` is true; nil if there is none, or no object.
  @inlinable @inline(__always)
  public func firstMember(_ node: Node, where isWanted: (borrowing Name, Node) -> Bool) -> Node? {
    let open = word(node.index)
    guard Tag.of(open) == Tag.object else { return nil }
    let close = Int(truncatingIfNeeded: open & 0xffff_ffff) &- 1
    var index = node.index &+ 1
    while index < close {
      let bytes = unsafe string(word(index))
      let value = index &+ 1
      if let base = bytes.baseAddress,
        unsafe isWanted(Name(base: base, count: bytes.count), Node(index: value))
      {
        return Node(index: value)
      }
      index = next(after: value, word(value))
    }
    return nil
  }

  /// The value of the member called `name`; nil if there is none, or no object.
  @inlinable public func member(_ node: Node, _ name: StaticString) -> Node? {
    firstMember(node) { candidate, _ in candidate.is(name) }
  }

  /// The value of the member called `name`; nil if there is none, or no object.
  @_disfavoredOverload
  @inlinable public func member(_ node: Node, _ name: Text) -> Node? {
    firstMember(node) { candidate, _ in candidate.is(name) }
  }

  /// Shows the name of the member whose value is `node`; gives nil where that is no member.
  @inlinable public func withName<R, E: Error>(
    ofMember node: Node, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R? {
    try withText(Node(index: node.index &- 1), body)
  }

  /// How many members or elements a value has; 0 for all but objects and arrays.
  @inlinable public func count(_ node: Node) -> Int {
    let open = word(node.index)
    guard Tag.of(open) == Tag.object || Tag.of(open) == Tag.array else { return 0 }
    let told = Int(truncatingIfNeeded: (open &>> 32) & 0xff_ffff)
    guard told == 0xff_ffff else { return told }
    var count = 0
    members(node) { _, _ in count &+= 1 }
    elements(node) { _ in count &+= 1 }
    return count
  }

  /// The element at `position` from 0; nil if there is none, or no array.
  public func element(_ node: Node, _ position: Int) -> Node? {
    var found: Node?
    var passed = 0
    elements(node) { value in
      if passed == position { found = value }
      passed &+= 1
    }
    return found
  }

  /// The value that `pointer` names, from `node` on; nil if there is none.
  public func at(_ node: Node, _ pointer: JSONPointer) -> Node? {
    var current = node
    for token in pointer.tokens {
      let step =
        switch kind(current) {
        case .object: member(current, token)
        case .array: JSONPointer.position(token).flatMap { element(current, $0) }
        default: Node?.none
        }
      guard let step else { return nil }
      current = step
    }
    return current
  }
}
