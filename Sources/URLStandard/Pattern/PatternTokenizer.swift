/// A token of a pattern string (URL Pattern Standard, section 2.1.1).
struct PatternToken {
  enum Kind {
    case open, close, regexp, name, char, escapedChar, otherModifier, asterisk, end, invalidChar
  }

  var kind: Kind
  /// The first byte of the token in the pattern.
  var index: Int
  /// Its value: without the `:`, the parentheses or the `\`.
  var value: Range<Int>
}

/// The tokenizer (URL Pattern Standard, section 2.1.2), on UTF-8.
struct PatternTokenizer {
  private let input: [UInt8]
  private let isStrict: Bool
  private var tokens: [PatternToken] = []
  private var index = 0

  private init(_ input: [UInt8], isStrict: Bool) {
    self.input = input
    self.isStrict = isStrict
  }

  /// All tokens, the last of which is the end; with `isStrict: false` errors become tokens.
  static func tokenize(
    _ input: [UInt8], isStrict: Bool
  ) throws(URLPatternError) -> [PatternToken] {
    var tokenizer = PatternTokenizer(input, isStrict: isStrict)
    tokenizer.tokens.reserveCapacity(input.count + 1)
    while tokenizer.index < input.count { try tokenizer.step() }
    tokenizer.add(.end, input.count, input.count..<input.count)
    return tokenizer.tokens
  }

  private mutating func step() throws(URLPatternError) {
    let next = index + 1
    switch input[index] {
    case 0x2A: add(.asterisk, next, index..<next)
    case 0x2B, 0x3F: add(.otherModifier, next, index..<next)
    case 0x7B: add(.open, next, index..<next)
    case 0x7D: add(.close, next, index..<next)
    case 0x5C:
      guard next < input.count else {
        return try fail("a \\ needs a character after it", next)
      }
      let end = min(next + UTF8Scalar.length(input[next]), input.count)
      add(.escapedChar, end, next..<end)
    case 0x3A:
      var end = next
      while end < input.count {
        let (scalar, length) = UTF8Scalar.decode(input, end)
        guard PatternName.contains(scalar, isFirst: end == next) else { break }
        end += length
      }
      guard end > next else { return try fail("a : needs a name after it", next) }
      add(.name, end, next..<end)
    case 0x28: try stepRegexp()
    default:
      let end = min(index + UTF8Scalar.length(input[index]), input.count)
      add(.char, end, index..<end)
    }
  }

  private mutating func stepRegexp() throws(URLPatternError) {
    let start = index + 1
    var depth = 1
    var place = start
    while place < input.count {
      let byte = input[place]
      guard byte < 0x80 else {
        return try fail("a regular expression must be ASCII", start)
      }
      if place == start, byte == 0x3F {
        return try fail("a regular expression must not begin with ?", start)
      }
      if byte == 0x5C {
        guard place + 1 < input.count, input[place + 1] < 0x80 else {
          return try fail("a \\ needs an ASCII character after it", start)
        }
        place += 2
        continue
      }
      if byte == 0x29 {
        depth -= 1
        if depth == 0 { break }
      } else if byte == 0x28 {
        depth += 1
        guard place + 1 < input.count, input[place + 1] == 0x3F else {
          return try fail("a group in a regular expression must begin with (?", start)
        }
      }
      place += 1
    }
    guard depth == 0 else { return try fail("the ( is never closed", start) }
    guard place > start else { return try fail("the regular expression is empty", start) }
    add(.regexp, place + 1, start..<place)
  }

  private mutating func add(_ kind: PatternToken.Kind, _ next: Int, _ value: Range<Int>) {
    tokens.append(PatternToken(kind: kind, index: index, value: value))
    index = next
  }

  private mutating func fail(_ message: String, _ next: Int) throws(URLPatternError) {
    if isStrict { throw URLPatternError(.syntax, message, at: index) }
    add(.invalidChar, next, index..<next)
  }
}

/// Which scalars a group's name may hold: JavaScript's identifiers.
enum PatternName {
  static func contains(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      return byte.isASCIIAlpha || byte == 0x24 || byte == 0x5F || (!isFirst && byte.isASCIIDigit)
    }
    if isFirst { return scalar.properties.isIDStart }
    return scalar.properties.isIDContinue || scalar.value == 0x200C || scalar.value == 0x200D
  }

  /// Whether the first scalar of `text` could go on a name.
  static func continues(_ text: [UInt8]) -> Bool {
    !text.isEmpty && contains(UTF8Scalar.decode(text, 0).scalar, isFirst: false)
  }
}

/// Scalars of UTF-8.
enum UTF8Scalar {
  /// The bytes that a scalar with this first byte has.
  static func length(_ lead: UInt8) -> Int {
    lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
  }

  /// The scalar at `index`, and its length; U+FFFD where there is none.
  static func decode(_ bytes: [UInt8], _ index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let count = min(length(bytes[index]), bytes.count - index)
    var value = UInt32(bytes[index])
    if count > 1 {
      value &= 0x7F >> UInt32(count)
      for next in 1..<count { value = value << 6 | UInt32(bytes[index + next] & 0x3F) }
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", count)
  }
}
