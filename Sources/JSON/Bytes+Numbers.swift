extension Bytes {
  /// Appends an integer in decimal.
  @inlinable public mutating func append(_ number: Int64) {
    if number < 0 { append(byte: 0x2d) }
    append(number.magnitude)
  }

  /// Appends an integer in decimal.
  @inlinable public mutating func append(_ number: Int) { append(Int64(number)) }

  /// Appends an integer in decimal.
  @inlinable public mutating func append(_ number: UInt64) {
    let count = Bytes.digits(number)
    reserve(count)
    held &+= count
    var at = held
    var rest = number
    while rest >= 100 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      rest = quotient
      at &-= 2
      put(pair, at)
    }
    if rest >= 10 {
      put(rest, at &- 2)
    } else {
      unsafe first.storeBytes(
        of: UInt8(truncatingIfNeeded: rest &+ 0x30), toByteOffset: at &- 1, as: UInt8.self)
    }
  }

  /// Writes two digits within what is held.
  @inlinable @inline(__always) mutating func put(_ pair: UInt64, _ at: Int) {
    let tens = pair / 10
    let ones = pair &- tens &* 10
    let word = UInt16(truncatingIfNeeded: (tens | (ones &<< 8)) &+ 0x3030)
    unsafe first.storeBytes(of: word.littleEndian, toByteOffset: at, as: UInt16.self)
  }

  /// How many digits a number has, 1 to 20.
  @inlinable @inline(__always) static func digits(_ number: UInt64) -> Int {
    var count = 1
    var rest = number
    while rest >= 10_000 {
      rest /= 10_000
      count &+= 4
    }
    if rest >= 1000 { return count &+ 3 }
    if rest >= 100 { return count &+ 2 }
    return rest >= 10 ? count &+ 1 : count
  }

  /// Appends a double in the shortest form that reads back as the same value: `1.0`, `1e+16`.
  ///
  /// JSON has no infinities and no NaN: they become `null`.
  public mutating func append(double number: Double) {
    guard number.isFinite else { return append("null") }
    var digits = number.description
    digits.withUTF8 { bytes in
      unsafe append(raw: UnsafeRawBufferPointer(bytes))
    }
  }
}
