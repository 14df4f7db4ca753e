extension Bytes {
  /// Appends a JSON string, with its quotes.
  ///
  /// Escapes quotes, backslashes, control characters, U+2028 and U+2029; what is not UTF-8 becomes
  /// U+FFFD.
  @_disfavoredOverload
  public mutating func append(quoted text: Text) {
    if case .short(let text) = text.storage, append(quotedPlain: text) { return }
    unsafe text.withUnsafeBytes { unsafe append(quotedRaw: $0) }
  }

  /// Appends a short text with its quotes where nothing in it is to be escaped; else nothing.
  @inline(__always)
  private mutating func append(quotedPlain text: ShortText) -> Bool {
    let (low, high) = text.words
    guard Bytes.special(low, false) | Bytes.special(high, false) == 0 else { return false }
    reserve(18)
    unsafe first.storeBytes(of: 0x22, toByteOffset: held, as: UInt8.self)
    unsafe first.storeBytes(of: low.littleEndian, toByteOffset: held &+ 1, as: UInt64.self)
    unsafe first.storeBytes(of: high.littleEndian, toByteOffset: held &+ 9, as: UInt64.self)
    held &+= Int(text.count) &+ 2
    unsafe first.storeBytes(of: 0x22, toByteOffset: held &- 1, as: UInt8.self)
    return true
  }

  /// Appends a JSON string, with its quotes, as ``append(quoted:)-(Text)`` does.
  public mutating func append(quoted text: Span<UInt8>) {
    unsafe text.withUnsafeBytes { unsafe append(quotedRaw: $0) }
  }

  /// Appends a JSON string, with its quotes, as ``append(quoted:)-(Text)`` does.
  public mutating func append(quoted literal: StaticString) {
    unsafe append(
      quotedRaw: UnsafeRawBufferPointer(
        start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends a JSON string, with its quotes, of text that is known to be UTF-8.
  mutating func append(quotedValid text: UnsafeRawBufferPointer) {
    unsafe append(quotedRaw: text, isValid: true)
  }

  private mutating func append(quotedRaw text: UnsafeRawBufferPointer) {
    unsafe append(quotedRaw: text, isValid: false)
  }

  @inline(__always)
  private mutating func append(quotedRaw text: UnsafeRawBufferPointer, isValid: Bool) {
    reserve(text.count &+ 2)
    append(byte: 0x22)
    if let base = text.baseAddress {
      var at = unsafe append(plain: base, 0, text.count, isValid)
      while at < text.count {
        unsafe at &+= append(special: text, at)
        unsafe at = append(plain: base, at, text.count, isValid)
      }
    }
    append(byte: 0x22)
  }

  /// Appends the run of bytes that need no look: all but controls, `"`, `\` and what is not ASCII; of
  /// text that is known to be UTF-8, only the first bytes of U+2028 and U+2029 of the latter.
  ///
  /// Whole words are written, into the padding where need be.
  ///
  /// - Returns: Where the run ends.
  @inline(__always)
  private mutating func append(
    plain base: UnsafeRawPointer, _ start: Int, _ end: Int, _ isValid: Bool
  ) -> Int {
    reserve(end &- start)
    let target = unsafe first + held
    var at = start
    while at &+ 8 <= end {
      let word = unsafe RawBytes.word(base, at).littleEndian
      unsafe target.storeBytes(of: word.littleEndian, toByteOffset: at &- start, as: UInt64.self)
      let found = Bytes.special(word, isValid)
      if found != 0 {
        at &+= found.trailingZeroBitCount / 8
        held &+= at &- start
        return at
      }
      at &+= 8
    }
    if at < end {
      let word = unsafe Bytes.rest(base, at, end).littleEndian
      unsafe target.storeBytes(of: word.littleEndian, toByteOffset: at &- start, as: UInt64.self)
      let found = Bytes.special(word, isValid)
      at = found == 0 ? end : min(end, at &+ found.trailingZeroBitCount / 8)
    }
    held &+= at &- start
    return at
  }

  /// The last one to seven bytes, and plain ones after them.
  @inline(__always)
  static func rest(_ base: UnsafeRawPointer, _ at: Int, _ end: Int) -> UInt64 {
    let count = end &- at
    let plain: UInt64 = 0x2020_2020_2020_2020
    let unused = UInt64(truncatingIfNeeded: 64 &- count &* 8)
    if end >= 8 {
      let word = unsafe RawBytes.word(base, end &- 8).littleEndian &>> unused
      return (word | plain &<< (64 &- unused)).littleEndian
    }
    if count >= 4 {
      let low = unsafe UInt64(RawBytes.half(base, at).littleEndian)
      let high = unsafe UInt64(RawBytes.half(base, end &- 4).littleEndian)
      let word = low | high &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
      return (word | plain &<< (64 &- unused)).littleEndian
    }
    var word = plain
    var index = count
    while index > 0 {
      index &-= 1
      word =
        unsafe word &<< 8
        | UInt64(base.load(fromByteOffset: at &+ index, as: UInt8.self))
    }
    return word.littleEndian
  }

  /// Marks bytes that need a look; the lowest mark is exact.
  @inline(__always) static func special(_ word: UInt64, _ isValid: Bool) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5c)
    let control = (word &- (ones &* 0x20)) & ~word
    let mark = word ^ (ones &* 0xe2)
    let other = isValid ? (mark &- ones) & ~mark : word
    let found = control | ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | other
    return found & (ones &* 0x80)
  }

  /// Whether the character is U+2028 or U+2029.
  private static func isLineSeparator(
    _ text: UnsafeRawBufferPointer, _ at: Int, _ count: Int
  ) -> Bool {
    guard count == 3 else { return false }
    return unsafe text[at] == 0xe2 && text[at + 1] == 0x80 && text[at + 2] & 0xfe == 0xa8
  }

  /// Appends one character that is not plain.
  ///
  /// - Returns: How many bytes of the text it took.
  private mutating func append(special text: UnsafeRawBufferPointer, _ at: Int) -> Int {
    let byte = unsafe text[at]
    switch byte {
    case 0x22: append("\\\"")
    case 0x5c: append("\\\\")
    case 0x08: append("\\b")
    case 0x0c: append("\\f")
    case 0x0a: append("\\n")
    case 0x0d: append("\\r")
    case 0x09: append("\\t")
    case 0..<0x20:
      append(byte < 0x10 ? "\\u000" : "\\u001")
      append(byte: (byte & 15) < 10 ? 0x30 + (byte & 15) : 0x57 + (byte & 15))
    default:
      let (count, isValid) = unsafe UTF8Sequence.read(text, at)
      if !isValid {
        append("\u{fffd}")
      } else if unsafe Bytes.isLineSeparator(text, at, count) {
        append(unsafe text[at + 2] == 0xa8 ? "\\u2028" : "\\u2029")
      } else {
        unsafe append(raw: UnsafeRawBufferPointer(rebasing: text[at..<at + count]))
      }
      return count
    }
    return 1
  }
}
