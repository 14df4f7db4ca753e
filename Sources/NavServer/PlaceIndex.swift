/// Places in a list, found by the hash of what stands there.
///
/// An open hash table whose entries are eight bytes, half the hash and the place, so that one for 10,000 sessions
/// stays in the processor's caches when the names themselves do not. It tells what may be meant, and the caller
/// compares. Collisions go to the next entry that is free, and what is removed leaves no gap.
struct PlaceIndex {
  /// The hash above, one more than the place below; 0: free.
  private var entries: [UInt64] = []
  private var count = 0

  /// The first place that has a hash, whatever stands there; nil: none has it.
  func guess(_ hash: UInt32) -> Int? { first(hash) { _ in true } }

  /// The first place that has a hash and is meant; nil: there is none.
  func first(_ hash: UInt32, where isMeant: (Int) -> Bool) -> Int? {
    search(hash, where: isMeant).map { PlaceIndex.place(of: entries[$0]) }
  }

  /// Adds a place, of which a list has less than 2^32.
  mutating func insert(_ hash: UInt32, _ place: Int) {
    if (count + 1) * 4 > entries.count * 3 { grow() }
    put(UInt64(hash) &<< 32 | UInt64(UInt32(truncatingIfNeeded: place &+ 1)))
    count += 1
  }

  /// Says that what stood at a place stands at another.
  mutating func move(_ hash: UInt32, from old: Int, to new: Int) {
    guard let at = search(hash, where: { $0 == old }) else { return }
    entries[at] = UInt64(hash) &<< 32 | UInt64(UInt32(truncatingIfNeeded: new &+ 1))
  }

  /// Removes a place.
  mutating func remove(_ hash: UInt32, _ place: Int) {
    guard var gap = search(hash, where: { $0 == place }) else { return }
    count -= 1
    entries[gap] = 0
    var at = after(gap)
    while entries[at] != 0 {
      let way = (at &- home(entries[at])) & (entries.count &- 1)
      if way >= (at &- gap) & (entries.count &- 1) {
        entries.swapAt(gap, at)
        gap = at
      }
      at = after(at)
    }
  }

  private static func place(of entry: UInt64) -> Int { Int(entry & 0xFFFF_FFFF) &- 1 }

  private func home(_ entry: UInt64) -> Int { Int(entry &>> 32) & (entries.count &- 1) }

  private func after(_ at: Int) -> Int { (at &+ 1) & (entries.count &- 1) }

  /// The entry of a hash whose place is meant.
  private func search(_ hash: UInt32, where isMeant: (Int) -> Bool) -> Int? {
    guard !entries.isEmpty else { return nil }
    var at = home(UInt64(hash) &<< 32)
    while entries[at] != 0 {
      if entries[at] &>> 32 == hash, isMeant(PlaceIndex.place(of: entries[at])) { return at }
      at = after(at)
    }
    return nil
  }

  private mutating func put(_ entry: UInt64) {
    var at = home(entry)
    while entries[at] != 0 { at = after(at) }
    entries[at] = entry
  }

  private mutating func grow() {
    let old = entries
    entries = Array(repeating: 0, count: max(8, old.count * 2))
    for entry in old where entry != 0 { put(entry) }
  }
}
