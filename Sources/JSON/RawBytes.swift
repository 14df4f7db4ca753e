/// Comparisons and hashes of memory, eight bytes at a time.
///
/// SIMD comparisons of Swift 6.3 compile to loops over bytes; plain words do not.
@usableFromInline enum RawBytes {
  @inlinable @inline(__always)
  static func equal(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    if count >= 8 {
      var at = 0
      while at &+ 8 <= count {
        guard unsafe word(left, at) == word(right, at) else { return false }
        at &+= 8
      }
      return unsafe word(left, count &- 8) == word(right, count &- 8)
    }
    if count >= 4 {
      return unsafe half(left, 0) == half(right, 0)
        && half(left, count &- 4) == half(right, count &- 4)
    }
    if count >= 2 {
      return unsafe pair(left, 0) == pair(right, 0)
        && pair(left, count &- 2) == pair(right, count &- 2)
    }
    return unsafe count == 0 || left.load(as: UInt8.self) == right.load(as: UInt8.self)
  }

  @inlinable @inline(__always)
  static func equal(_ left: UnsafeRawBufferPointer, _ right: StaticString) -> Bool {
    guard left.count == right.utf8CodeUnitCount else { return false }
    guard let base = left.baseAddress else { return true }
    return unsafe equal(base, UnsafeRawPointer(right.utf8Start), left.count)
  }

  /// A fast hash of the bytes, the same in every run; it does not resist chosen collisions.
  @inlinable
  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    guard let base = bytes.baseAddress else { return hash(0, 0, 0) }
    return unsafe hash(base, bytes.count)
  }

  @inlinable
  static func hash(_ base: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var state = UInt64(truncatingIfNeeded: count)
    var at = 0
    while at &+ 8 <= count {
      state = unsafe mix(state ^ word(base, at))
      at &+= 8
    }
    return unsafe mix(state ^ tail(base, at, count))
  }

  @inlinable @inline(__always)
  static func hash(_ first: UInt64, _ last: UInt64, _ count: Int) -> UInt64 {
    mix(first ^ mix(last ^ UInt64(truncatingIfNeeded: count)))
  }

  /// Up to seven bytes from `at` as one word.
  @inlinable @inline(__always)
  static func tail(_ base: UnsafeRawPointer, _ at: Int, _ count: Int) -> UInt64 {
    var word: UInt64 = 0
    var next = at
    while next < count {
      word = unsafe (word &<< 8) | UInt64(base.load(fromByteOffset: next, as: UInt8.self))
      next &+= 1
    }
    return word
  }

  @inlinable @inline(__always)
  static func mix(_ word: UInt64) -> UInt64 {
    let wide = word.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return wide.high ^ wide.low ^ (word &>> 32)
  }

  @inlinable @inline(__always)
  static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inlinable @inline(__always)
  static func half(_ base: UnsafeRawPointer, _ offset: Int) -> UInt32 {
    unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }
  @inlinable @inline(__always)
  static func pair(_ base: UnsafeRawPointer, _ offset: Int) -> UInt16 {
    unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
  }
}
