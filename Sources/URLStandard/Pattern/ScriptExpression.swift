/// Translates a regular expression of JavaScript's `v` mode to PCRE2's syntax.
///
/// A pattern's group must mean what it means in a browser. So what JavaScript refuses is refused
/// (`\H`, `(?R)`, `a++`), and what only JavaScript has is expressed otherwise: subjects are ASCII
/// always, so a class, with `&&`, `--` and nested classes, is a set of 128 bits.
/// Not supported: `\q{…}` in a class, and lookbehind of a length that is not fixed.
struct ScriptExpression {
  private let input: [UInt8]
  private var out: [UInt8] = []
  private var index = 0
  private let ignoresCase: Bool

  private init(_ input: [UInt8], ignoresCase: Bool) {
    self.input = input
    self.ignoresCase = ignoresCase
  }

  /// The same expression for PCRE2.
  static func translate(
    _ input: [UInt8], ignoresCase: Bool
  ) throws(URLPatternError) -> [UInt8] {
    var translator = ScriptExpression(input, ignoresCase: ignoresCase)
    var depth = 0
    var canRepeat = false
    while translator.index < input.count {
      try translator.step(&depth, &canRepeat)
    }
    if depth != 0 { throw translator.failure("a ( is never closed") }
    return translator.out
  }

  private func failure(_ message: String) -> URLPatternError {
    URLPatternError(.regularExpression, message, at: index)
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    index + distance < input.count ? input[index + distance] : nil
  }

  private mutating func step(_ depth: inout Int, _ canRepeat: inout Bool) throws(URLPatternError) {
    let byte = input[index]
    switch byte {
    case 0x28:
      try openGroup()
      depth += 1
      canRepeat = false
    case 0x29:
      guard depth > 0 else { throw failure("a ) closes nothing") }
      depth -= 1
      copy(1)
      canRepeat = true
    case 0x7C, 0x5E, 0x24:
      copy(1)
      canRepeat = false
    case 0x2A, 0x2B, 0x3F, 0x7B:
      guard canRepeat else { throw failure("nothing to repeat") }
      try copyQuantifier()
      canRepeat = false
    case 0x5B:
      var parser = ScriptClass(input, index)
      let set = try parser.parse(ignoresCase: ignoresCase)
      index = parser.index
      out += set.expression
      canRepeat = true
    case 0x5D, 0x7D: throw failure("a lone ] or }")
    case 0x5C: canRepeat = try copyEscape()
    default:
      copy(1)
      canRepeat = true
    }
  }

  private mutating func copy(_ count: Int) {
    out += input[index..<min(index + count, input.count)]
    index += count
  }

  private mutating func openGroup() throws(URLPatternError) {
    guard peek(1) == 0x3F else { return copy(1) }
    switch (peek(2), peek(3)) {
    case (0x3A, _), (0x3D, _), (0x21, _): copy(3)
    case (0x3C, 0x3D), (0x3C, 0x21): copy(4)
    case (0x3C, _):
      guard let end = input[index...].firstIndex(of: 0x3E), end > index + 3,
        PatternName.contains(Unicode.Scalar(input[index + 3]), isFirst: true),
        input[(index + 3)..<end].allSatisfy({
          PatternName.contains(Unicode.Scalar($0), isFirst: false)
        })
      else { throw failure("a group's name is no identifier") }
      copy(end + 1 - index)
    default: throw failure("an unknown group (?")
    }
  }

  private mutating func copyQuantifier() throws(URLPatternError) {
    if input[index] == 0x7B {
      guard let end = input[index...].firstIndex(of: 0x7D) else {
        throw failure("a { needs its }")
      }
      let bounds = input[(index + 1)..<end].split(
        separator: 0x2C, omittingEmptySubsequences: false)
      guard bounds.count <= 2, let least = bounds.first, !least.isEmpty,
        bounds.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) && $0.count <= 5 })
      else { throw failure("a repetition is {n}, {n,} or {n,m}") }
      copy(end + 1 - index)
    } else {
      copy(1)
    }
    if peek() == 0x3F { copy(1) }
  }

  /// Copies an escape outside of a class; returns whether it can be repeated.
  private mutating func copyEscape() throws(URLPatternError) -> Bool {
    guard let letter = peek(1) else { throw failure("a \\ needs a character after it") }
    switch letter {
    case 0x62, 0x42:
      copy(2)
      return false
    case 0x31...0x39:
      index += 1
      var number: [UInt8] = []
      while let digit = peek(), digit.isASCIIDigit {
        number.append(digit)
        index += 1
      }
      out += Array("\\g{".utf8) + number + Array("}".utf8)
    case 0x6B:
      guard peek(2) == 0x3C, let end = input[index...].firstIndex(of: 0x3E) else {
        throw failure("\\k needs a <name>")
      }
      copy(end + 1 - index)
    default:
      var parser = ScriptClass(input, index)
      let set = try parser.parseEscape(isInClass: false)
      index = parser.index
      out += set.expression
    }
    return true
  }
}
