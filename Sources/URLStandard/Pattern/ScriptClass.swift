/// A set of ASCII bytes.
struct ASCIISet: Sendable, Hashable {
  var low: UInt64 = 0
  var high: UInt64 = 0

  init() {}

  init(where holds: (UInt8) -> Bool) {
    for byte in UInt8(0)..<128 where holds(byte) { insert(byte) }
  }

  mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 != 0
  }

  var inverted: ASCIISet { ASCIISet { !contains($0) } }

  func union(_ other: ASCIISet) -> ASCIISet {
    ASCIISet { contains($0) || other.contains($0) }
  }

  /// The class that matches these bytes, in PCRE2's syntax.
  var expression: [UInt8] {
    if low == 0, high == 0 { return Array("(?!)".utf8) }
    var out = Array("[".utf8)
    var byte = 0
    while byte < 128 {
      var end = byte
      while end < 128, contains(UInt8(truncatingIfNeeded: end)) { end += 1 }
      if end > byte {
        Self.append(byte, to: &out)
        if end > byte + 1 {
          out.append(0x2D)
          Self.append(end - 1, to: &out)
        }
      }
      byte = end + 1
    }
    return out + Array("]".utf8)
  }

  private static func append(_ byte: Int, to out: inout [UInt8]) {
    out.append("\\x")
    if byte < 16 { out.append(0x30) }
    out += String(byte, radix: 16).utf8
  }
}

/// Parses a class, or an escape, of JavaScript's `v` mode (ECMA-262, "ClassContents").
struct ScriptClass {
  private let input: [UInt8]
  private(set) var index: Int
  private var depth = 0

  init(_ input: [UInt8], _ index: Int) {
    self.input = input
    self.index = index
  }

  private func failure(_ message: String) -> URLPatternError {
    URLPatternError(.regularExpression, message, at: index)
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    index + distance < input.count ? input[index + distance] : nil
  }

  /// Parses from a `[` to its `]`; with `ignoresCase`, letters count in both cases.
  mutating func parse(ignoresCase: Bool) throws(URLPatternError) -> ASCIISet {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 32 else { throw failure("classes are nested too deeply") }
    index += 1
    let isInverted = peek() == 0x5E
    if isInverted { index += 1 }
    var set = ASCIISet()
    var operation: UInt8?
    var count = 0
    while true {
      guard let byte = peek() else { throw failure("a [ needs its ]") }
      if byte == 0x5D { break }
      if byte == 0x26, peek(1) == 0x26 { try begin(0x26, count, &operation) }
      if byte == 0x2D, peek(1) == 0x2D { try begin(0x2D, count, &operation) }
      var operand = try parseOperand(ignoresCase: ignoresCase, isAlone: operation != nil)
      if ignoresCase { operand = Self.foldingCase(operand) }
      let before = set
      switch operation {
      case 0x26: set = ASCIISet { before.contains($0) && operand.contains($0) }
      case 0x2D: set = ASCIISet { before.contains($0) && !operand.contains($0) }
      default: set = before.union(operand)
      }
      count += 1
      if operation != nil, let next = peek(), next != 0x5D {
        guard next == operation, peek(1) == operation else {
          throw failure("&& and -- cannot be mixed with others in one class")
        }
      }
    }
    index += 1
    return isInverted ? set.inverted : set
  }

  private static func foldingCase(_ set: ASCIISet) -> ASCIISet {
    ASCIISet { set.contains($0) || ($0.isASCIIAlpha && set.contains($0 ^ 0x20)) }
  }

  private mutating func begin(
    _ mark: UInt8, _ count: Int, _ operation: inout UInt8?
  ) throws(URLPatternError) {
    guard count == 1 || operation == mark else {
      throw failure("&& and -- need one operand before them")
    }
    operation = mark
    index += 2
    if peek() == 0x26 { throw failure("a & must be escaped here") }
  }

  private mutating func parseOperand(
    ignoresCase: Bool, isAlone: Bool
  ) throws(URLPatternError) -> ASCIISet {
    if peek() == 0x5B { return try parse(ignoresCase: ignoresCase) }
    let start = index
    let first = try parseCharacter()
    guard !isAlone, peek() == 0x2D, peek(1) != 0x2D else { return first.set }
    index += 1
    guard let lower = first.byte, peek() != nil, peek() != 0x5B, peek() != 0x5D,
      let upper = try parseCharacter().byte
    else { throw failure("a range needs a character at both ends") }
    guard lower <= upper else {
      index = start
      throw failure("the range is out of order")
    }
    return ASCIISet { (lower...upper).contains(UInt32($0)) }
  }

  /// One character of a class, or a set that an escape stands for.
  private mutating func parseCharacter() throws(URLPatternError) -> (set: ASCIISet, byte: UInt32?) {
    guard let byte = peek() else { throw failure("a [ needs its ]") }
    if byte == 0x5C {
      let start = index
      let set = try parseEscape(isInClass: true)
      return (set, Self.value(input, start..<index, set))
    }
    if Array("()[]{}/-|".utf8).contains(byte) {
      throw failure("'\(Unicode.Scalar(byte))' must be escaped in a class")
    }
    if Array("&!#$%*+,.:;<=>?@^`~".utf8).contains(byte), peek(1) == byte {
      throw failure("a doubled '\(Unicode.Scalar(byte))' must be escaped in a class")
    }
    index += 1
    return (ASCIISet { $0 == byte }, UInt32(byte))
  }

  /// The one character that an escape stands for; nil where it stands for a set.
  private static func value(_ input: [UInt8], _ range: Range<Int>, _ set: ASCIISet) -> UInt32? {
    if Array("dDwWsSpP".utf8).contains(input[range.lowerBound + 1]) { return nil }
    for byte in UInt8(0)..<128 where set.contains(byte) { return UInt32(byte) }
    return 0x80
  }

  /// Parses an escape that stands for a character or a set.
  mutating func parseEscape(isInClass: Bool) throws(URLPatternError) -> ASCIISet {
    guard let letter = peek(1) else { throw failure("a \\ needs a character after it") }
    let start = index
    index += 2
    switch letter {
    case 0x64: return ASCIISet(where: \.isASCIIDigit)
    case 0x44: return ASCIISet(where: \.isASCIIDigit).inverted
    case 0x77: return Self.word
    case 0x57: return Self.word.inverted
    case 0x73: return Self.space
    case 0x53: return Self.space.inverted
    case 0x66: return ASCIISet { $0 == 0x0C }
    case 0x6E: return ASCIISet { $0 == 0x0A }
    case 0x72: return ASCIISet { $0 == 0x0D }
    case 0x74: return ASCIISet { $0 == 0x09 }
    case 0x76: return ASCIISet { $0 == 0x0B }
    case 0x62 where isInClass: return ASCIISet { $0 == 0x08 }
    case 0x30:
      if let next = peek(), next.isASCIIDigit { throw failure("octal escapes are none") }
      return ASCIISet { $0 == 0 }
    case 0x63:
      guard let control = peek(), control.isASCIIAlpha else { throw failure("\\c needs a letter") }
      index += 1
      return ASCIISet { $0 == control & 0x1F }
    case 0x78: return try character(digits: 2)
    case 0x75:
      if peek() == 0x7B { return try bracedCharacter() }
      return try character(digits: 4)
    case 0x70, 0x50: return try property(start)
    default:
      let allowed = Array((isInClass ? "^$\\.*+?()[]{}|/-&!#%,:;<=>@`~" : "^$\\.*+?()[]{}|/").utf8)
      guard allowed.contains(letter) else {
        index = start
        throw failure("\\\(Unicode.Scalar(letter)) is no escape")
      }
      return ASCIISet { $0 == letter }
    }
  }

  private static let word = ASCIISet { $0.isASCIIAlpha || $0.isASCIIDigit || $0 == 0x5F }
  private static let space = ASCIISet { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }

  private mutating func character(digits: Int) throws(URLPatternError) -> ASCIISet {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = peek()?.hexValue else { throw failure("\(digits) digits are needed") }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return ASCIISet { UInt32($0) == value }
  }

  private mutating func bracedCharacter() throws(URLPatternError) -> ASCIISet {
    index += 1
    var value: UInt32 = 0
    var count = 0
    while let digit = peek()?.hexValue, value <= 0x10FFFF {
      value = value << 4 | UInt32(digit)
      index += 1
      count += 1
    }
    guard count > 0, value <= 0x10FFFF, peek() == 0x7D else {
      throw failure("\\u{…} needs the number of a character")
    }
    index += 1
    return ASCIISet { UInt32($0) == value }
  }

  /// A Unicode property: asks PCRE2 which ASCII bytes have it.
  private mutating func property(_ start: Int) throws(URLPatternError) -> ASCIISet {
    guard peek() == 0x7B, let end = input[index...].firstIndex(of: 0x7D) else {
      throw failure("\\p needs a {property}")
    }
    index = end + 1
    let expression = try PatternExpression(
      native: Array(input[start..<index]), ignoresCase: false)
    return ASCIISet { (try? expression.match([$0])) != nil }
  }
}
