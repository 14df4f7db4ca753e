extension Bytes {
  /// Appends an integer in decimal.
  @inlinable public mutating func append(_ number: Int64) {
    if number < 0 { append(byte: 0x2d) }
    append(number.magnitude)
  }

  /// Appends an integer in decimal.
  @inlinable public mutating func append(_ number: Int) { append(Int64(number)) }

  /// Appends an integer in decimal.
  public mutating func append(_ number: UInt64) {
    guard number < 10_000 else { return append(large: number) }
    let digits = Bytes.digits(UInt32(truncatingIfNeeded: number))
    put(digits, from: digits == 0 ? 3 : digits.trailingZeroBitCount / 8)
  }

  @inline(never) private mutating func append(large number: UInt64) {
    let (most, last) = number.quotientAndRemainder(dividingBy: 10_000)
    append(most)
    put(Bytes.digits(UInt32(truncatingIfNeeded: last)), from: 0)
  }

  /// Appends four digits but for the first `skipped`.
  @inline(__always) private mutating func put(_ digits: UInt32, from skipped: Int) {
    reserve(4)
    let text = (digits | 0x3030_3030) &>> UInt32(truncatingIfNeeded: skipped &* 8)
    unsafe first.storeBytes(of: text.littleEndian, toByteOffset: held, as: UInt32.self)
    held &+= 4 &- skipped
  }

  /// The four decimal digits of a number below 10,000, a byte each, the first lowest.
  ///
  /// Two pairs are divided at once, by a multiplication.
  @inline(__always) private static func digits(_ number: UInt32) -> UInt32 {
    let hundreds = number / 100
    let pairs = hundreds | (number &- hundreds &* 100) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0x000F_000F
    return tens | (pairs &- tens &* 10) &<< 8
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
