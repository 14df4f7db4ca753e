extension SourceScanner {
  mutating func word(_ letters: [UInt8]) throws(JSONError) {
    let start = at
    for letter in letters {
      guard byte == letter else {
        at = start
        throw syntax("a value is expected; the only words are true, false and null")
      }
      at += 1
    }
  }

  /// Reads a string and gives its bytes, unescaped.
  mutating func string() throws(JSONError) -> [UInt8] {
    at += 1
    var bytes: [UInt8] = []
    while let byte {
      switch byte {
      case 0x22:
        at += 1
        return bytes
      case 0x5c: bytes += try escape()
      case 0..<0x20: throw syntax("a control character in a string must be escaped")
      default:
        bytes.append(byte)
        at += 1
      }
    }
    throw syntax("'\"' is expected at the end of a string")
  }

  private mutating func escape() throws(JSONError) -> [UInt8] {
    let start = at
    at += 1
    guard let letter = byte else { throw syntax("an escape is expected after '\\'") }
    switch letter {
    case 0x22, 0x5c, 0x2f: break
    case 0x62: return take(0x08)
    case 0x66: return take(0x0c)
    case 0x6e: return take(0x0a)
    case 0x72: return take(0x0d)
    case 0x74: return take(0x09)
    case 0x75: return try unicode(start)
    default: throw syntax("JSON has no such escape")
    }
    return take(letter)
  }

  private mutating func take(_ byte: UInt8) -> [UInt8] {
    at += 1
    return [byte]
  }

  private mutating func unicode(_ start: Int) throws(JSONError) -> [UInt8] {
    at += 1
    let half = JSONError(
      reason: .notUTF8, offset: start, message: "this escape is half a surrogate pair")
    var code = try hex()
    if code >= 0xdc00, code <= 0xdfff { throw half }
    if code >= 0xd800, code <= 0xdbff {
      guard byte == 0x5c, at + 1 < text.count, text[at + 1] == 0x75 else { throw half }
      at += 2
      let low = try hex()
      guard low >= 0xdc00, low <= 0xdfff else { throw half }
      code = 0x10000 + (code - 0xd800) * 0x400 + (low - 0xdc00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw half }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func hex() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw syntax("four hexadecimal digits are expected after '\\u'")
      }
      code = code * 16 + UInt32(digit)
      at += 1
    }
    return code
  }

  mutating func number() throws(JSONError) {
    let start = at
    if byte == 0x2d { at += 1 }
    if byte == 0x30 {
      at += 1
    } else {
      try digits()
    }
    var isInteger = true
    if byte == 0x2e {
      isInteger = false
      at += 1
      try digits()
    }
    if byte == 0x65 || byte == 0x45 {
      isInteger = false
      at += 1
      if byte == 0x2b || byte == 0x2d { at += 1 }
      try digits()
    }
    let digits = String(decoding: text[start..<at], as: UTF8.self)
    if isInteger {
      guard Int64(digits) != nil || UInt64(digits) != nil else {
        throw JSONError(
          reason: .numberRange, offset: start,
          message: "this integer is outside int64 and uint64; send it as a string")
      }
    } else {
      guard let value = Double(digits), value.isFinite else {
        throw JSONError(
          reason: .numberRange, offset: start,
          message: "this number is too large for a double; send it as a string")
      }
    }
  }

  private mutating func digits() throws(JSONError) {
    guard let byte, byte >= 0x30, byte <= 0x39 else { throw syntax("a digit is expected") }
    while let byte = self.byte, byte >= 0x30, byte <= 0x39 { at += 1 }
  }
}
