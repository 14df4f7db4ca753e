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

  /// For each param the lengths of its name and value, four bytes each, and `,"name":value` as in the JSON
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
    out.append(word: Params.lengths(name, isPlain, value.count))
    out.append(member: name, value)
  }

  /// Writes a param whose value is a string of text that needs no escapes.
  @inline(__always)
  static func write(
    _ name: Span<UInt8>, isPlain: Bool, plain text: Span<UInt8>, into out: inout Bytes
  ) {
    out.append(word: Params.lengths(name, isPlain, text.count &+ 2))
    out.append(member: name, plain: text)
  }

  @inline(__always)
  private static func lengths(_ name: Span<UInt8>, _ isPlain: Bool, _ value: Int) -> UInt64 {
    let mark = isPlain ? 0 : needsEscapes
    let low = UInt64(UInt32(truncatingIfNeeded: name.count) | mark)
    return (low | UInt64(UInt32(truncatingIfNeeded: value)) &<< 32).littleEndian
  }

  /// Marks the length of a name that is not the same within quotes.
  private static let needsEscapes: UInt32 = 0x8000_0000

  /// Has the processor fetch the first of them.
  func prefetch() { Prefetch.array(records, bytes: 256) }

  /// Whether there are none.
  public var isEmpty: Bool { records.isEmpty }

  /// Bytes of all names and values, and twelve for each param.
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
      at = place.end
    }
  }

  /// Where a param's parts stand in the records.
  private struct Place {
    let start: Int
    let nameCount: Int
    let valueCount: Int

    /// Where the param at a place stands; nil at the end.
    @inline(__always) init?(_ records: Span<UInt8>, _ at: Int) {
      guard at &+ 8 <= records.count else { return nil }
      let lengths = records.word(at: at).littleEndian
      start = at &+ 8
      nameCount = Int(truncatingIfNeeded: lengths & 0x7FFF_FFFF)
      valueCount = Int(truncatingIfNeeded: lengths &>> 32)
    }

    var name: Range<Int> { start &+ 2..<start &+ 2 &+ nameCount }
    var value: Range<Int> { end &- valueCount..<end }
    var end: Int { start &+ nameCount &+ valueCount &+ 4 }
  }

  /// The value of a name, as encoded JSON.
  public subscript(name: Text) -> Text? {
    value(of: name).map { Text(copying: records.span.extracting($0)) }
  }

  /// Where the value of a name stands.
  private func value(of name: Text) -> Range<Int>? {
    let span = records.span
    var at = 0
    while let place = Place(span, at) {
      if span.extracting(place.name).isEqual(to: name) { return place.value }
      at = place.end
    }
    return nil
  }

  /// Whether a name has the same value in both, or in none.
  func hasSame(_ name: Text, as other: Params) -> Bool {
    let theirs = other.value(of: name)
    guard let mine = value(of: name) else { return theirs == nil }
    guard let theirs else { return false }
    return records.span.extracting(mine).isEqual(to: other.records.span.extracting(theirs))
  }

  /// Writes the JSON object.
  public func write(into out: inout Bytes) {
    guard !isEmpty else { return out.append("{}") }
    let written = unsafe records.withUnsafeBytes { records in
      unsafe out.fill(atMost: records.count) { unsafe Params.copy(records, to: $0) }
    }
    if written < 0 { writeWithEscapes(into: &out) }
  }

  /// Copies the members as an object to where there is room for as many bytes as the records have.
  ///
  /// - Returns: How many bytes the object has; -1 where a name needs escapes: its marked length is more than
  ///   there can be.
  private static func copy(
    _ records: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer
  ) -> Int {
    guard let start = records.baseAddress, let target = target.baseAddress else { return -1 }
    var count = 0
    var at = 8
    while at <= records.count {
      let lengths = unsafe start.loadUnaligned(fromByteOffset: at &- 8, as: UInt64.self)
      let text =
        Int(truncatingIfNeeded: lengths.littleEndian & 0xFFFF_FFFF)
        &+ Int(truncatingIfNeeded: lengths.littleEndian &>> 32) &+ 4
      guard text <= records.count &- at else { return -1 }
      unsafe (target + count).copyMemory(from: start + at, byteCount: text)
      count &+= text
      at &+= text &+ 8
    }
    unsafe target.storeBytes(of: UInt8(ascii: "{"), as: UInt8.self)
    unsafe target.storeBytes(of: UInt8(ascii: "}"), toByteOffset: count, as: UInt8.self)
    return count &+ 1
  }

  private func writeWithEscapes(into out: inout Bytes) {
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
