import JSON

/// What texts mean, each within a scope: open addressing in one flat array, with the bytes in another.
///
/// Names of manifests are looked up here as they stand in a link, without a copy of them. A slot has
/// the whole of a text of up to 16 bytes in it, so that a look-up is one place in memory.
struct TextTable: ~Copyable, Sendable {
  struct Slot: BitwiseCopyable {
    var key: TextKey
    var scope: Int32
    /// -1: the slot is free.
    var value: Int32
    /// Where the bytes begin.
    var start: Int32
  }

  private static let free = Slot(
    key: TextKey.empty, scope: 0, value: -1, start: 0)

  private var slots = Table(repeating: free, count: 16)
  private var bytes: [UInt8] = []
  private(set) var count = 0

  /// What the text in a range of bytes means; -1 where it is not there.
  func value(_ scope: Int32, _ text: Span<UInt8>, _ range: Range<Int>) -> Int32 {
    slots[place(scope, text, range)].value
  }

  /// The slot in which a text is, or else would be.
  @inline(__always)
  private func place(_ scope: Int32, _ text: Span<UInt8>, _ range: Range<Int>) -> Int {
    let key = TextKey(text, range)
    let mask = slots.count &- 1
    var index = Int(truncatingIfNeeded: key.hash(scope, text, range)) & mask
    while true {
      let slot = slots[index]
      if slot.value < 0 { return index }
      if slot.scope == scope, slot.key == key, key.isWhole || holds(slot, text, range) {
        return index
      }
      index = (index &+ 1) & mask
    }
  }

  /// What a text means; -1 where it is not there.
  func value(_ scope: Int32, _ text: Text) -> Int32 {
    text.withSpan { value(scope, $0, 0..<$0.count) }
  }

  /// Whether a long text is a slot's, whose key is equal.
  private func holds(_ slot: Slot, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let start = Int(slot.start)
    let all = bytes.span.extracting(start..<start &+ range.count)
    return all.isEqual(to: text.extracting(range))
  }

  /// Gives a text that is not there yet a meaning, from 0.
  mutating func insert(_ scope: Int32, _ text: Text, _ value: Int32) {
    if count * 2 >= slots.count { grow() }
    count += 1
    let start = Int32(truncatingIfNeeded: bytes.count)
    let (key, hash) = text.withSpan { text in
      let key = TextKey(text, 0..<text.count)
      return (key, key.hash(scope, text, 0..<text.count))
    }
    if !key.isWhole { bytes += text.bytes }
    put(Slot(key: key, scope: scope, value: value, start: start), hash)
  }

  /// What a text means; where it is not there, it is given the meaning `value`.
  mutating func value(_ scope: Int32, _ text: Text, orInsert value: Int32) -> Int32 {
    let found = self.value(scope, text)
    if found >= 0 { return found }
    insert(scope, text, value)
    return value
  }

  /// Gives a text that is there another meaning.
  mutating func replace(_ scope: Int32, _ text: Text, _ value: Int32) {
    let index = text.withSpan { place(scope, $0, 0..<$0.count) }
    if slots[index].value >= 0 { slots[index].value = value }
  }

  private mutating func put(_ slot: Slot, _ hash: UInt64) {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: hash) & mask
    while slots[index].value >= 0 { index = (index + 1) & mask }
    slots[index] = slot
  }

  private mutating func grow() {
    var old = Table(repeating: TextTable.free, count: slots.count * 2)
    swap(&old, &slots)
    for index in 0..<old.count where old[index].value >= 0 {
      let slot = old[index]
      let hash: UInt64
      if slot.key.isWhole {
        hash = slot.key.hash(slot.scope, bytes.span, 0..<0)
      } else {
        let start = Int(slot.start)
        hash = slot.key.hash(slot.scope, bytes.span, start..<(start + Int(slot.key.count)))
      }
      put(slot, hash)
    }
  }
}
