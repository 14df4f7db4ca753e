extension Document {
  /// Whether nesting stays within `maximumDepth` and no object names a member twice, compared
  /// after unescaping.
  ///
  /// simdjson counts an empty array or object as no level, so the last level is counted here.
  func isWithinLimits(maximumDepth: Int) -> Bool { isWithinLimits(root.index, maximumDepth) }

  private func isWithinLimits(_ index: Int, _ levels: Int) -> Bool {
    let open = word(index)
    let close = Int(truncatingIfNeeded: open & 0xffff_ffff) &- 1
    switch Tag.of(open) {
    case Tag.object: return levels > 0 && isWithinLimits(object: index, close: close, levels &- 1)
    case Tag.array:
      guard levels > 0 else { return false }
      var element = index &+ 1
      while element < close {
        let word = word(element)
        if Tag.of(word) == Tag.object || Tag.of(word) == Tag.array,
          !isWithinLimits(element, levels &- 1)
        {
          return false
        }
        element = next(after: element, word)
      }
      return true
    default: return true
    }
  }

  /// A bloom filter of 256 bits over each name's ends and length; a hit is settled by comparing.
  private func isWithinLimits(object index: Int, close: Int, _ levels: Int) -> Bool {
    guard (word(index) &>> 32) & 0xff_ffff <= 64 else {
      return isWithinLimits(large: index, levels)
    }
    var seen = InlineArray<4, UInt64>(repeating: 0)
    var name = index &+ 1
    while name < close {
      let bytes = unsafe string(word(name))
      let mark = unsafe Document.mark(bytes)
      let bit: UInt64 = 1 &<< (mark & 63)
      let part = Int(truncatingIfNeeded: mark &>> 6)
      let old = seen[part] & bit
      seen[part] |= bit
      if old != 0, unsafe isNamed(bytes, from: index &+ 1, before: name) { return false }
      let value = word(name &+ 1)
      if Tag.of(value) == Tag.object || Tag.of(value) == Tag.array,
        !isWithinLimits(name &+ 1, levels)
      {
        return false
      }
      name = next(after: name &+ 1, value)
    }
    return true
  }

  /// Eight bits of a name's first and last eight bytes and its length.
  @inline(__always)
  private static func mark(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    guard let base = bytes.baseAddress else { return 0 }
    let count = bytes.count
    let first: UInt64
    let last: UInt64
    if count >= 8 {
      first = unsafe RawBytes.word(base, 0)
      last = unsafe RawBytes.word(base, count &- 8)
    } else if count >= 4 {
      first = unsafe UInt64(RawBytes.half(base, 0))
      last = unsafe UInt64(RawBytes.half(base, count &- 4))
    } else {
      first = unsafe RawBytes.tail(base, 0, count)
      last = 0
    }
    let sum = (first ^ (last &<< 7) ^ (last &>> 57)) &+ UInt64(truncatingIfNeeded: count)
    return (sum &* 0x9e37_79b9_7f4a_7c15) &>> 56
  }

  /// Whether a name between two places of an object has these bytes.
  private func isNamed(_ bytes: UnsafeRawBufferPointer, from: Int, before end: Int) -> Bool {
    var name = from
    while name < end {
      let other = unsafe string(word(name))
      if other.count == bytes.count, let left = other.baseAddress, let right = bytes.baseAddress,
        unsafe RawBytes.equal(left, right, bytes.count)
      {
        return true
      }
      name = next(after: name &+ 1, word(name &+ 1))
    }
    return false
  }

  /// The same by a set with seeded hashes, so that no choice of names makes it slow.
  private func isWithinLimits(large index: Int, _ levels: Int) -> Bool {
    var seen: Set<Text> = []
    var fine = true
    members(Node(index: index)) { name, value in
      guard fine else { return }
      fine = seen.insert(name.text).inserted && isWithinLimits(value.index, levels)
    }
    return fine
  }
}
