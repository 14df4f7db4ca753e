/// A slow, strict reader that knows where it is: it says where a refused text is wrong.
///
/// It takes what simdjson takes, minus what this module refuses beyond that.
struct SourceScanner {
  let text: [UInt8]
  let maximumDepth: Int
  var at = 0

  init(_ text: [UInt8], maximumDepth: Int) {
    self.text = text
    self.maximumDepth = maximumDepth
  }

  /// The byte at hand; nil at the end.
  var byte: UInt8? { at < text.count ? text[at] : nil }

  /// Reads the whole text and throws the first thing wrong.
  mutating func check() throws(JSONError) {
    if text.starts(with: [0xef, 0xbb, 0xbf]) {
      throw JSONError(
        reason: .byteOrderMark, offset: 0,
        message: "a byte order mark stands before the text; leave it out")
    }
    try checkEncoding()
    skipSpace()
    try value(depth: 0)
    skipSpace()
    guard at == text.count else {
      throw syntax("something follows the value; one text holds one value")
    }
  }

  private func checkEncoding() throws(JSONError) {
    var at = 0
    while at < text.count {
      if text[at] < 0x80 {
        at += 1
        continue
      }
      let (count, isValid) = UTF8Sequence.read(text, at)
      guard isValid else {
        throw JSONError(reason: .notUTF8, offset: at, message: "this is not UTF-8")
      }
      at += count
    }
  }

  func syntax(_ message: String) -> JSONError {
    let end = at >= text.count ? "the text ends too early: " : ""
    return JSONError(reason: .syntax, offset: at, message: end + message)
  }

  mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { at += 1 }
  }

  /// Reads one value and leaves `at` after it.
  mutating func value(depth: Int) throws(JSONError) {
    switch byte {
    case 0x7b: try object(depth: depth + 1)
    case 0x5b: try array(depth: depth + 1)
    case 0x22: _ = try string()
    case 0x74: try word([0x74, 0x72, 0x75, 0x65])
    case 0x66: try word([0x66, 0x61, 0x6c, 0x73, 0x65])
    case 0x6e: try word([0x6e, 0x75, 0x6c, 0x6c])
    case .some(0x2d), .some(0x30...0x39): try number()
    default: throw syntax("a value is expected")
    }
  }

  private func checkDepth(_ depth: Int) throws(JSONError) {
    guard depth <= maximumDepth else {
      throw JSONError(
        reason: .tooDeep, offset: at,
        message: "arrays and objects are nested deeper than \(maximumDepth)")
    }
  }

  private mutating func object(depth: Int) throws(JSONError) {
    try checkDepth(depth)
    at += 1
    skipSpace()
    if byte == 0x7d {
      at += 1
      return
    }
    var names: Set<[UInt8]> = []
    while true {
      guard byte == 0x22 else { throw syntax("a member's name in quotes is expected") }
      let start = at
      guard names.insert(try string()).inserted else {
        throw JSONError(
          reason: .duplicateName, offset: start,
          message: "this object has a member of the same name already")
      }
      skipSpace()
      guard byte == 0x3a else { throw syntax("':' is expected after a member's name") }
      at += 1
      skipSpace()
      try value(depth: depth)
      skipSpace()
      if byte == 0x7d { break }
      guard byte == 0x2c else { throw syntax("',' or '}' is expected after a member") }
      at += 1
      skipSpace()
    }
    at += 1
  }

  private mutating func array(depth: Int) throws(JSONError) {
    try checkDepth(depth)
    at += 1
    skipSpace()
    if byte == 0x5d {
      at += 1
      return
    }
    while true {
      try value(depth: depth)
      skipSpace()
      if byte == 0x5d { break }
      guard byte == 0x2c else { throw syntax("',' or ']' is expected after an element") }
      at += 1
      skipSpace()
    }
    at += 1
  }
}
