/// An IPv4 address, and its parser (URL Standard, section 3.5).
struct IPv4Address {
  var value: UInt32

  /// Whether the host from `start` on "ends in a number" and so must be an address.
  static func endsInNumber(_ host: [UInt8], _ start: Int) -> Bool {
    var end = host.count
    if end > start, host[end &- 1] == 0x2E { end &-= 1 }
    var label = end
    while label > start, host[label &- 1] != 0x2E { label &-= 1 }
    guard label < end, host[label].isASCIIDigit else { return false }
    if host[label..<end].allSatisfy(\.isASCIIDigit) { return true }
    return number(host, label..<end) != nil
  }

  /// The number in a part, clamped above 32 bits, and whether it is not plain decimal.
  private static func number(_ host: [UInt8], _ range: Range<Int>) -> (UInt64, Bool)? {
    guard !range.isEmpty else { return nil }
    var index = range.lowerBound
    var radix: UInt64 = 10
    if range.count >= 2, host[index] == 0x30 {
      if host[index &+ 1] | 0x20 == 0x78 {
        radix = 16
        index &+= 2
      } else {
        radix = 8
        index &+= 1
      }
    }
    var value: UInt64 = 0
    while index < range.upperBound {
      guard let digit = host[index].hexValue, UInt64(digit) < radix else { return nil }
      value = min(value &* radix &+ UInt64(digit), 1 << 33)
      index &+= 1
    }
    return (value, radix != 10)
  }

  /// Parses the host from `start` on, and adds to `found` what is wrong with it.
  static func parse(
    _ host: [UInt8], _ start: Int, _ found: inout [URLValidationError.Kind]
  ) -> IPv4Address? {
    var parts = host[start...].split(separator: 0x2E, omittingEmptySubsequences: false)
    if let last = parts.last, last.isEmpty {
      found.append(.ipv4EmptyPart)
      if parts.count > 1 { parts.removeLast() }
    }
    if parts.count < 4 { found.append(.ipv4TooFewParts) }
    guard parts.count <= 4 else {
      found.append(.ipv4TooManyParts)
      return nil
    }
    var numbers: [UInt64] = []
    for part in parts {
      guard let (value, isOdd) = number(host, part.startIndex..<part.endIndex) else {
        found.append(.ipv4NonNumericPart)
        return nil
      }
      if isOdd { found.append(.ipv4NonDecimalPart) }
      numbers.append(value)
    }
    if numbers.contains(where: { $0 > 255 }) { found.append(.ipv4OutOfRangePart) }
    guard let last = numbers.popLast(), !numbers.contains(where: { $0 > 255 }),
      last < 1 << UInt64(8 &* (4 &- numbers.count))
    else { return nil }
    var value = last
    for (index, number) in numbers.enumerated() {
      value |= number << UInt64(8 &* (3 &- index))
    }
    return IPv4Address(value: UInt32(truncatingIfNeeded: value))
  }

  /// Appends the four numbers with dots.
  func append(to out: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] {
      out.append(decimal: Int(value >> shift & 255))
      if shift > 0 { out.append(0x2E) }
    }
  }
}
