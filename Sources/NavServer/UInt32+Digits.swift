extension UInt32 {
  /// The number that decimal digits are; nil where anything else is among them, or it does not fit.
  init?(digits: Span<UInt8>) {
    guard digits.count > 0, digits.count <= 10 else { return nil }
    var number: UInt64 = 0
    for index in digits.indices {
      guard digits[index] >= 0x30, digits[index] <= 0x39 else { return nil }
      number = number &* 10 &+ UInt64(digits[index] &- 0x30)
    }
    self.init(exactly: number)
  }
}
