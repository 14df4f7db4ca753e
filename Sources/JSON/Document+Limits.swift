extension Document {
  /// Whether nesting stays within `maximumDepth` and no object names a member twice, compared
  /// after unescaping.
  ///
  /// simdjson counts an empty array or object as no level, so the last level is counted here. The tape is
  /// as simdjson has just written it, so its words are taken at theirs.
  func isWithinLimits(maximumDepth: Int) -> Bool {
    let open = word(root.index)
    return !Tag.isContainer(open) || isWithinLimits(root.index, open, maximumDepth)
  }

  /// The same of an array or object that begins with the word `open`.
  private func isWithinLimits(_ index: Int, _ open: UInt64, _ levels: Int) -> Bool {
    guard levels > 0 else { return false }
    let close = Int(truncatingIfNeeded: open & 0xffff_ffff) &- 1
    if Tag.of(open) == Tag.object {
      return (open &>> 32) & 0xff_ffff <= 64
        ? isWithinLimits(members: index &+ 1, close, levels &- 1)
        : isWithinLimits(large: index, levels &- 1)
    }
    var element = index &+ 1
    while element < close {
      let value = unsafe tape[element]
      if Tag.isContainer(value), !isWithinLimits(element, value, levels &- 1) { return false }
      element = next(after: element, value)
    }
    return true
  }

  /// A bloom filter of 256 bits over each name's ends and length; a hit is settled by comparing.
  private func isWithinLimits(members start: Int, _ close: Int, _ levels: Int) -> Bool {
    let tape = unsafe tape
    let strings = unsafe strings
    var seen = InlineArray<4, UInt64>(repeating: 0)
    var name = start
    while name < close {
      let mark = unsafe Document.mark(strings + Tag.payload(of: tape[name]))
      let bit: UInt64 = 1 &<< (mark & 63)
      let part = Int(truncatingIfNeeded: mark &>> 6)
      let old = unsafe seen[unchecked: part]
      unsafe seen[unchecked: part] = old | bit
      if old & bit != 0, isNamed(as: name, from: start) { return false }
      let value = unsafe tape[name &+ 1]
      if Tag.of(value) == Tag.string {
        name &+= 2
        continue
      }
      if Tag.isContainer(value), !isWithinLimits(name &+ 1, value, levels) { return false }
      name = next(after: name &+ 1, value)
    }
    return true
  }

  /// Eight bits of a string's length and its first and last four bytes.
  ///
  /// Before a string stands its length: its bytes make up for what a shorter string lacks.
  @inline(__always)
  private static func mark(_ string: UnsafeRawPointer) -> UInt64 {
    let count = unsafe RawBytes.half(string, 0)
    let first = unsafe RawBytes.half(string, Int(min(count, 4)))
    let last = unsafe RawBytes.half(string, Int(count))
    let sum = UInt64(first) ^ UInt64(last) &<< 25 ^ UInt64(count) &<< 56
    return (sum &* 0x9e37_79b9_7f4a_7c15) &>> 56
  }

  /// Whether a name from `start` on and before `name` has the same bytes.
  private func isNamed(as name: Int, from start: Int) -> Bool {
    let bytes = unsafe string(word(name))
    var other = start
    while other < name {
      let found = unsafe string(word(other))
      if found.count == bytes.count, let left = found.baseAddress, let right = bytes.baseAddress,
        unsafe RawBytes.equal(left, right, bytes.count)
      {
        return true
      }
      other = next(after: other &+ 1, word(other &+ 1))
    }
    return false
  }

  /// The same by a set with seeded hashes, so that no choice of names makes it slow.
  private func isWithinLimits(large index: Int, _ levels: Int) -> Bool {
    var seen: Set<Text> = []
    var fine = true
    members(Node(index: index)) { name, value in
      guard fine, seen.insert(name.text).inserted else { return fine = false }
      let open = word(value.index)
      if Tag.isContainer(open) { fine = isWithinLimits(value.index, open, levels) }
    }
    return fine
  }
}
