/// Classes of ASCII bytes, as the Infra Standard names them.
extension UInt8 {
  @inline(__always) var isASCIIDigit: Bool { self &- 0x30 < 10 }
  @inline(__always) var isASCIIAlpha: Bool { (self | 0x20) &- 0x61 < 26 }
  @inline(__always) var isASCIIUpper: Bool { self &- 0x41 < 26 }
  @inline(__always) var isASCIIHexDigit: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }
  @inline(__always) var isTabOrNewline: Bool { self == 0x09 || self == 0x0A || self == 0x0D }
  @inline(__always) var lowercased: UInt8 { isASCIIUpper ? self | 0x20 : self }

  /// The value of a hexadecimal digit; nil for another byte.
  @inline(__always) var hexValue: UInt8? {
    if isASCIIDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }
}

extension [UInt8] {
  /// Appends the bytes of `source` in `range` at once; nothing where the range is not in it.
  @inline(__always) mutating func append(_ source: Span<UInt8>, _ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= source.count else { return }
    unsafe source.extracting(range).withUnsafeBufferPointer {
      unsafe self.append(contentsOf: $0)
    }
  }

  @inline(__always) mutating func append(_ text: StaticString) {
    unsafe self.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends `number` in decimal digits.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(truncatingIfNeeded: 0x30 &+ number % 10))
  }

  /// Whether the bytes in `range` are those of `text`.
  func slice(_ range: Range<Int>, is text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    var index = range.lowerBound
    return text.withUTF8Buffer { letters in
      for place in 0..<letters.count {
        if unsafe self[index] != letters[place] { return false }
        index &+= 1
      }
      return true
    }
  }
}
