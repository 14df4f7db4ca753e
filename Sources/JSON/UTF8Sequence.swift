/// One character's bytes (RFC 3629).
enum UTF8Sequence {
  /// How many bytes the character at `at` takes and whether it is valid.
  ///
  /// What is not valid takes as many bytes as one U+FFFD stands for (Unicode, section 3.9).
  static func read(_ text: UnsafeRawBufferPointer, _ at: Int) -> (count: Int, isValid: Bool) {
    read(count: text.count, at) { unsafe text[$0] }
  }

  /// The same within an array.
  static func read(_ text: [UInt8], _ at: Int) -> (count: Int, isValid: Bool) {
    read(count: text.count, at) { text[$0] }
  }

  @inline(__always)
  private static func read(
    count: Int, _ at: Int, _ byte: (Int) -> UInt8
  ) -> (count: Int, isValid: Bool) {
    let lead = byte(at)
    let length: Int
    var lowest: UInt8 = 0x80
    var highest: UInt8 = 0xbf
    switch lead {
    case 0..<0x80: return (1, true)
    case 0xc2...0xdf: length = 2
    case 0xe0...0xef:
      length = 3
      if lead == 0xe0 { lowest = 0xa0 }
      if lead == 0xed { highest = 0x9f }
    case 0xf0...0xf4:
      length = 4
      if lead == 0xf0 { lowest = 0x90 }
      if lead == 0xf4 { highest = 0x8f }
    default: return (1, false)
    }
    for step in 1..<length {
      guard at + step < count else { return (step, false) }
      let next = byte(at + step)
      guard next >= lowest, next <= highest else { return (step, false) }
      lowest = 0x80
      highest = 0xbf
    }
    return (length, true)
  }
}
