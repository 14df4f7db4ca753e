internal import CSimdJSON

extension Bytes {
  /// Appends a JSON string, with its quotes.
  ///
  /// Escapes quotes, backslashes, control characters, U+2028 and U+2029; what is not UTF-8 becomes
  /// U+FFFD.
  @_disfavoredOverload
  public mutating func append(quoted text: Text) {
    if case .short(let short) = text.storage, append(quotedPlain: short) { return }
    append(quotedAny: text)
  }

  /// Appends a short text with its quotes where nothing in it is to be escaped; else nothing.
  @inline(__always)
  private mutating func append(quotedPlain text: ShortText) -> Bool {
    let (low, high) = text.words
    let count = Int(text.count)
    guard csimdjson_plain(low, high, false) >= count else { return false }
    reserve(18)
    unsafe first.storeBytes(of: 0x22, toByteOffset: held, as: UInt8.self)
    unsafe first.storeBytes(of: low, toByteOffset: held &+ 1, as: UInt64.self)
    unsafe first.storeBytes(of: high, toByteOffset: held &+ 9, as: UInt64.self)
    unsafe first.storeBytes(of: 0x22, toByteOffset: held &+ count &+ 1, as: UInt8.self)
    held &+= count &+ 2
    return true
  }

  @inline(never)
  private mutating func append(quotedAny text: Text) {
    unsafe text.withUnsafeBytes { unsafe append(quotedRaw: $0, isValid: false) }
  }

  /// Appends a JSON string, with its quotes, as ``append(quoted:)-(Text)`` does.
  public mutating func append(quoted text: Span<UInt8>) {
    unsafe text.withUnsafeBytes { unsafe append(quotedRaw: $0, isValid: false) }
  }

  /// Appends a JSON string, with its quotes, as ``append(quoted:)-(Text)`` does.
  public mutating func append(quoted literal: StaticString) {
    unsafe append(
      quotedRaw: UnsafeRawBufferPointer(
        start: literal.utf8Start, count: literal.utf8CodeUnitCount), isValid: false)
  }

  /// Appends a JSON string, with its quotes, of a document's text: it is UTF-8, and sixteen bytes after it may
  /// be read.
  mutating func append(quotedValid text: UnsafeRawBufferPointer) {
    unsafe append(quotedRaw: text, isValid: true)
  }

  @inline(__always)
  private mutating func append(quotedRaw text: UnsafeRawBufferPointer, isValid: Bool) {
    reserve(text.count &+ 2)
    unsafe first.storeBytes(of: 0x22, toByteOffset: held, as: UInt8.self)
    held &+= 1
    if let base = text.baseAddress {
      let plain = unsafe Bytes.copy(plain: base, text.count, isValid, to: first + held)
      held &+= plain
      if plain < text.count { unsafe append(rest: text, plain, isValid) }
    }
    unsafe first.storeBytes(of: 0x22, toByteOffset: held, as: UInt8.self)
    held &+= 1
  }

  /// Appends what follows the first plain run, and leaves room for one byte more.
  @inline(never)
  private mutating func append(rest text: UnsafeRawBufferPointer, _ start: Int, _ isValid: Bool) {
    var at = start
    while at < text.count, let base = text.baseAddress {
      unsafe at &+= append(special: text, at)
      let count = text.count &- at
      reserve(count &+ 1)
      let plain = unsafe Bytes.copy(plain: base + at, count, isValid, to: first + held)
      held &+= plain
      at &+= plain
    }
  }

  /// Copies the run of bytes that need no look: all but controls, `"`, `\` and what is not ASCII; of a
  /// document's text, only the first bytes of U+2028 and U+2029 of the latter.
  ///
  /// Sixteen bytes are written at a time, into the padding where need be.
  ///
  /// - Returns: Where the run ends, at most `end`.
  @inline(__always)
  private static func copy(
    plain base: UnsafeRawPointer, _ end: Int, _ isValid: Bool, to target: UnsafeMutableRawPointer
  ) -> Int {
    var at = 0
    while at < end {
      let (low, high) =
        unsafe isValid || end &- at >= 16
        ? (RawBytes.word(base, at), RawBytes.word(base, at &+ 8)) : rest(base + at, end &- at)
      unsafe target.storeBytes(of: low, toByteOffset: at, as: UInt64.self)
      unsafe target.storeBytes(of: high, toByteOffset: at &+ 8, as: UInt64.self)
      let plain = csimdjson_plain(low, high, isValid)
      at &+= plain
      if plain < 16 { break }
    }
    return min(at, end)
  }

  /// Up to 15 bytes and zeros after them, as two words in the machine's order.
  @inline(__always)
  static func rest(_ base: UnsafeRawPointer, _ count: Int) -> (low: UInt64, high: UInt64) {
    guard count >= 8 else { return unsafe (part(base, count), 0) }
    let unused = UInt64(truncatingIfNeeded: 128 &- count &* 8)
    let last = unsafe RawBytes.word(base, count &- 8).littleEndian
    return unsafe (RawBytes.word(base, 0), (unused < 64 ? last &>> unused : 0).littleEndian)
  }

  /// Up to seven bytes and zeros after them.
  @inline(__always)
  private static func part(_ base: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 4 {
      let low = unsafe UInt64(RawBytes.half(base, 0).littleEndian)
      let high = unsafe UInt64(RawBytes.half(base, count &- 4).littleEndian)
      return (low | high &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)).littleEndian
    }
    var word: UInt64 = 0
    var index = count
    while index > 0 {
      index &-= 1
      word = unsafe word &<< 8 | UInt64(base.load(fromByteOffset: index, as: UInt8.self))
    }
    return word.littleEndian
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
