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

  /// For each param the lengths of its name and value, four bytes each, and `"name":value` as in the JSON
  /// object that they are members of; but a name that needs escapes there stands as it is.
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
    var out = Bytes()
    json.members(node) { name, value in
      scratch.removeAll()
      json.write(value, into: &scratch)
      name.withSpan { name in
        scratch.withSpan { Params.write(name, isPlain: name.isPlain, $0, into: &out) }
      }
    }
    self.init(written: out)
  }

  /// Takes what ``write(_:isPlain:_:into:)`` wrote.
  init(written: borrowing Bytes) {
    if !written.isEmpty { records = written.array(0..<written.count) }
  }

  /// Adds a param.
  ///
  /// - Parameter value: The value, as canonical encoded JSON.
  public mutating func append(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    Bytes.withTemporary(capacity: name.count + value.count + 16) { out in
      Params.write(name, isPlain: name.isPlain, value, into: &out)
      out.withSpan { unsafe $0.withUnsafeBufferPointer { unsafe records.append(contentsOf: $0) } }
    }
  }

  /// Adds a param.
  ///
  /// - Parameter value: The value, as canonical encoded JSON.
  public mutating func append(_ name: Text, _ value: Text) {
    name.withSpan { name in value.withSpan { append(name, $0) } }
  }

  /// Writes a param as it is kept.
  ///
  /// - Parameters:
  ///   - isPlain: Whether the name is the same within quotes.
  ///   - value: The value, as canonical encoded JSON.
  @inline(__always)
  static func write(
    _ name: Span<UInt8>, isPlain: Bool, _ value: Span<UInt8>, into out: inout Bytes
  ) {
    write(name, isPlain, valueOf: value.count, into: &out)
    out.append(value)
  }

  /// Writes a param whose value is a string of text that needs no escapes.
  @inline(__always)
  static func write(
    _ name: Span<UInt8>, isPlain: Bool, plain text: Span<UInt8>, into out: inout Bytes
  ) {
    write(name, isPlain, valueOf: text.count &+ 2, into: &out)
    out.append(byte: 0x22)
    out.append(text)
    out.append(byte: 0x22)
  }

  @inline(__always)
  private static func write(
    _ name: Span<UInt8>, _ isPlain: Bool, valueOf count: Int, into out: inout Bytes
  ) {
    let mark = isPlain ? 0 : needsEscapes
    let low = UInt64(UInt32(truncatingIfNeeded: name.count) | mark)
    let high = UInt64(UInt32(truncatingIfNeeded: count))
    out.append(word: (low | high &<< 32).littleEndian)
    out.append(byte: 0x22)
    out.append(name)
    out.append("\":")
  }

  /// Marks the length of a name that is not the same within quotes.
  private static let needsEscapes: UInt32 = 0x8000_0000

  /// Has the processor fetch the first of them.
  func prefetch() { Prefetch.array(records, bytes: 256) }

  /// Whether there are none.
  public var isEmpty: Bool { records.isEmpty }

  /// Bytes of all names and values, and eleven for each param.
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
    while let place = Place(span, at) {
      guard body(span.extracting(place.name), span.extracting(place.value)) else { return }
      at = place.value.upperBound
    }
  }

  /// Where a param's parts stand in the records.
  private struct Place {
    let name: Range<Int>
    let value: Range<Int>
    let needsEscapes: Bool

    /// Where the param at a place stands; nil at the end.
    @inline(__always) init?(_ records: Span<UInt8>, _ at: Int) {
      guard at &+ 8 <= records.count else { return nil }
      let lengths = records.word(at: at).littleEndian
      let start = at &+ 9
      let middle = start &+ Int(truncatingIfNeeded: lengths & 0x7FFF_FFFF)
      name = start..<middle
      value = middle &+ 2..<middle &+ 2 &+ Int(truncatingIfNeeded: lengths &>> 32)
      needsEscapes = lengths & UInt64(Params.needsEscapes) != 0
    }
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
    let span = records.span
    out.append(byte: 0x7B)
    var at = 0
    while let place = Place(span, at) {
      if at > 0 { out.append(byte: 0x2C) }
      if place.needsEscapes {
        out.append(quoted: span.extracting(place.name))
        out.append(byte: 0x3A)
        out.append(span.extracting(place.value))
      } else {
        out.append(span.extracting(at &+ 8..<place.value.upperBound))
      }
      at = place.value.upperBound
    }
    out.append(byte: 0x7D)
  }
}
