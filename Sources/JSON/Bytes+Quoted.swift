extension Bytes {
  /// Appends a JSON string, with its quotes.
  ///
  /// Escapes quotes, backslashes, control characters, U+2028 and U+2029; what is not UTF-8 becomes
  /// U+FFFD.
  @_disfavoredOverload
  public mutating func append(quoted text: Text) {
    unsafe text.bytes.withUnsafeBytes { unsafe append(quotedRaw: $0) }
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

  private mutating func append(quotedRaw text: UnsafeRawBufferPointer) {
    append(byte: 0x22)
    var at = 0
    while at < text.count {
      let end = unsafe Bytes.plainEnd(text, from: at)
      if end > at {
        unsafe append(raw: UnsafeRawBufferPointer(rebasing: text[at..<end]))
        at = end
      }
      if at < text.count { unsafe at &+= append(special: text, at) }
    }
    append(byte: 0x22)
  }

  /// Where the run of bytes that need no look ends: ASCII without controls, `"` and `\`.
  private static func plainEnd(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var at = start
    if let base = text.baseAddress {
      while at &+ 8 <= text.count {
        let found = unsafe special(RawBytes.word(base, at).littleEndian)
        if found != 0 { return at &+ found.trailingZeroBitCount / 8 }
        at &+= 8
      }
    }
    while at < text.count {
      let byte = unsafe text[at]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5c { return at }
      at &+= 1
    }
    return at
  }

  /// Marks bytes that are controls, `"`, `\` or not ASCII; the lowest mark is exact.
  @inline(__always) private static func special(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5c)
    let control = (word &- (ones &* 0x20)) & ~word
    let found = control | ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | word
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
