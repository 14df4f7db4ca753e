public import JSON

/// The params of an entry: names and values in order.
///
/// A value is kept as canonical JSON text without spaces (`"42"` with its quotes, `42`, `[1,2]`), so
/// that equality is equality of bytes and writing one is a copy. All names and values stand in one block
/// of memory: params are copied from a payload to an entry, an event and a state, and each of these
/// costs one reference.
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

  /// For each param the lengths of its name and value, four bytes each, and both.
  private var records: [UInt8] = []

  /// Makes a list of no params.
  public init() {}

  /// Makes a list of params.
  public init(_ items: [Item]) {
    for item in items { append(item.name, item.value) }
  }

  /// Reads an object; anything else is no params.
  public init(json: borrowing Document, _ node: Node) {
    var scratch = Bytes()
    json.members(node) { name, value in
      scratch.removeAll()
      json.write(value, into: &scratch)
      name.withSpan { name in scratch.withSpan { value in append(name, value) } }
    }
  }

  /// Makes room for so many bytes of names and values.
  mutating func reserve(_ bytes: Int) { records.reserveCapacity(bytes) }

  /// Adds a param.
  ///
  /// - Parameter value: The value, as canonical encoded JSON.
  public mutating func append(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    append(lengths: name.count, value.count)
    unsafe name.withUnsafeBufferPointer { unsafe records.append(contentsOf: $0) }
    unsafe value.withUnsafeBufferPointer { unsafe records.append(contentsOf: $0) }
  }

  /// Adds a param whose value is a string of text that needs no escapes.
  mutating func append(_ name: Span<UInt8>, plain text: Span<UInt8>) {
    append(lengths: name.count, text.count &+ 2)
    unsafe name.withUnsafeBufferPointer { unsafe records.append(contentsOf: $0) }
    records.append(0x22)
    unsafe text.withUnsafeBufferPointer { unsafe records.append(contentsOf: $0) }
    records.append(0x22)
  }

  /// Adds a param.
  ///
  /// - Parameter value: The value, as canonical encoded JSON.
  public mutating func append(_ name: Text, _ value: Text) {
    name.withSpan { name in value.withSpan { append(name, $0) } }
  }

  private mutating func append(lengths name: Int, _ value: Int) {
    let lengths = (
      UInt32(truncatingIfNeeded: name).littleEndian, UInt32(truncatingIfNeeded: value).littleEndian
    )
    unsafe withUnsafeBytes(of: lengths) { unsafe records.append(contentsOf: $0) }
  }

  /// Whether there are none.
  public var isEmpty: Bool { records.isEmpty }

  /// Bytes of all names and values, and eight for each param.
  public var size: Int { records.count }

  /// The params, in the order of their declaration.
  public var items: [Item] {
    var items: [Item] = []
    forEach { name, value in
      items.append(Item(name: Text(copying: name), value: Text(copying: value)))
      return true
    }
    return items
  }

  /// Shows every name and encoded value in order, until `body` says no.
  public func forEach(_ body: (Span<UInt8>, Span<UInt8>) -> Bool) {
    let span = records.span
    var at = 0
    while at &+ 8 <= span.count {
      let name = at &+ 8..<at &+ 8 &+ Params.length(span, at)
      let value = name.upperBound..<name.upperBound &+ Params.length(span, at &+ 4)
      guard body(span.extracting(name), span.extracting(value)) else { return }
      at = value.upperBound
    }
  }

  private static func length(_ span: Span<UInt8>, _ at: Int) -> Int {
    Int(span[at]) | Int(span[at &+ 1]) << 8 | Int(span[at &+ 2]) << 16 | Int(span[at &+ 3]) << 24
  }

  /// The value of a name, as encoded JSON.
  public subscript(name: Text) -> Text? {
    var found: Text?
    forEach { other, value in
      guard other.isEqual(to: name) else { return true }
      found = Text(copying: value)
      return false
    }
    return found
  }

  /// Whether a name has the same value in both, or in none.
  func hasSame(_ name: Text, as other: Params) -> Bool {
    var isSame = false
    var isHere = false
    forEach { mine, value in
      guard mine.isEqual(to: name) else { return true }
      isHere = true
      other.forEach { theirs, otherValue in
        guard theirs.isEqual(to: name) else { return true }
        isSame = value.isEqual(to: otherValue)
        return false
      }
      return false
    }
    return isHere ? isSame : other[name] == nil
  }

  /// Writes the JSON object.
  public func write(into out: inout Bytes) {
    out.append("{")
    var isFirst = true
    forEach { name, value in
      if !isFirst { out.append(",") }
      isFirst = false
      out.append(quoted: name)
      out.append(":")
      out.append(value)
      return true
    }
    out.append("}")
  }
}
