import Testing

@testable import URLStandard

@Suite struct PatternTests {
  @Test func `an expression that backtracks without end is the pattern's fault, and quick`() throws
  {
    let pattern = try PatternComponent.pathname(Array("/:x((?:a+)+[bc])".utf8))
    let subject = Array(("/" + String(repeating: "a", count: 40)).utf8)
    let start = ContinuousClock.now
    let error = #expect(throws: URLPatternError.self) { try pattern.match(subject) }
    let elapsed = ContinuousClock.now - start
    print("costly pattern: \(elapsed)")
    #expect(error?.kind == .costly)
    #expect(elapsed < .milliseconds(100))
  }

  /// An expression, and whether JavaScript's `v` mode takes it.
  static let expressions: [(text: String, isValid: Bool)] = [
    ("a", true), ("a|b", true), ("(?:a)+?", true), ("a{2}", true), ("a{2,}", true),
    ("a{1,3}", true),
    ("[a-z]", true), ("[^a-z]", true), ("[\\w--\\d]", true), ("[\\w&&\\d]", true),
    ("[[a-c][x]]", true),
    ("\\d+", true), ("\\x41", true), ("\\u0041", true), ("\\u{41}", true), ("\\cA", true),
    ("(?<n>a)\\k<n>", true), ("(?=a)a", true), ("(?<!b)a", true), ("\\p{L}", true), ("[]", true),
    ("[^]", true), ("\\/", true), ("[\\-]", true),
    ("\\H", false), ("\\m", false), ("(?R)", false), ("a++", false), ("*", false), ("a{,2}", false),
    ("{", false), ("}", false), ("]", false), ("[", false), ("(?:a", false), (")", false),
    ("[z-a]", false), ("[a-]", false), ("[&&a]", false), ("[a&&b--c]", false), ("[a--b&&c]", false),
    ("\\x4", false), ("\\u{110000}", false), ("\\p{Nonsense}", false), ("\\01", false),
    ("(?<1>a)", false), ("[(]", false), ("[a!!]", false), ("\\", false), ("a{2,1}", false),
    ("\\1", false), ("(?>a)", false), ("\\Qa\\E", false), ("\\K", false), ("(*FAIL)", false),
  ]

  @Test(arguments: expressions)
  func `regular expressions are JavaScript's`(row: (text: String, isValid: Bool)) {
    let compiled = try? PatternExpression(Array(row.text.utf8))
    #expect((compiled != nil) == row.isValid)
  }

  @Test func `classes with operators are the sets that they say`() throws {
    let rows: [(String, String)] = [
      ("[\\w--[a-zA-Z_]]", "0123456789"), ("[a-e&&[c-z]]".replacing("a-e", with: "[a-e]"), "cde"),
      ("[[a-e]--[b-d]--e]", "a"), ("[\\p{Lu}&&[A-C]]", "ABC"), ("[^\\x00-\\x40\\x44-\\x7F]", "ABC"),
    ]
    for (text, expected) in rows {
      let expression = try PatternExpression(Array("^\(text)$".utf8))
      let found = try (UInt8(0)..<128).filter { try expression.match([$0]) != nil }
      #expect(String(decoding: found, as: UTF8.self) == expected, "\(text)")
    }
  }

  static let errors: [(pattern: String, kind: URLPatternError.Kind, offset: Int?)] = [
    ("/a{b", .syntax, 4), ("/a/(", .syntax, 3), ("/a/:", .syntax, 3), ("/a/+", .syntax, 3),
    ("/:a/:a", .duplicateName, 4), ("/a\\", .syntax, 2), ("/()", .syntax, 1),
    ("/(é)", .syntax, 1), ("/:x(\\m)", .regularExpression, 4), ("/(a|b*+)", .regularExpression, 6),
    ("/:x((?<!a*)b)", .regularExpression, nil),
  ]

  @Test(arguments: errors)
  func `an error names the byte of the pattern`(
    row: (pattern: String, kind: URLPatternError.Kind, offset: Int?)
  ) {
    let error = #expect(throws: URLPatternError.self) {
      try PatternComponent.pathname(Array(row.pattern.utf8))
    }
    #expect(error?.kind == row.kind && error?.component == .pathname)
    if let offset = row.offset { #expect(error?.offset == offset) }
  }

  @Test func `matching without expressions gives the groups of the standard's expression`() throws {
    var random = SplitMix(state: 7)
    let pieces = [
      "/", "a", ":x", "*", "{a}?", "{/:y}*", "{a:z/}+", "{b}+", ":w+", "/:v?", "{.:u}*", "b",
      "{:t}?",
      "(.*)?", "{c*}?", "{/*}+", "/:s*",
    ]
    let letters = Array("ab/c.".utf8)
    var matched = 0
    var compared = 0
    for _ in 0..<4000 {
      let text = (0...random.next(5)).map { _ in pieces[random.next(pieces.count)] }.joined()
      guard let component = try? PatternComponent.pathname(Array(text.utf8)) else { continue }
      let expression = try PatternExpression(
        native: try PatternWriter.expression(component.parts, .pathname), ignoresCase: false)
      for _ in 0..<6 {
        let subject = (0...random.next(9)).map { _ in letters[random.next(letters.count)] }
        let expected: [Range<Int>?]?
        do { expected = try expression.match(subject) } catch { continue }
        let actual = WildcardMatcher.match(component.parts, .pathname, subject)
        let note = "\(text) on \(String(decoding: subject, as: UTF8.self))"
        #expect((actual == nil) == (expected == nil), "\(note)")
        compared += 1
        if let actual, let expected {
          matched += 1
          #expect(actual == Array(expected.dropFirst()), "\(note)")
        }
      }
    }
    #expect(compared > 5000 && matched > 500)
  }

  @Test func `a pattern string written from its parts means the same`() throws {
    var random = SplitMix(state: 11)
    let pieces = [
      "/", "a", ":x", "*", "{a}?", "{/:y}*", "(a|b)", ":w(c+)", "\\:", "{:t}b", ".", "(.*)",
    ]
    for _ in 0..<2000 {
      let text = (0...random.next(5)).map { _ in pieces[random.next(pieces.count)] }.joined()
      guard let component = try? PatternComponent.pathname(Array(text.utf8)) else { continue }
      let again = try PatternComponent.pathname(component.patternString)
      #expect(again.parts == component.parts, "\(text)")
    }
  }

  @Test func `a long path is matched without limit or recursion`() throws {
    let path = Array(String(repeating: "/a", count: 20_000).utf8)
    let pattern = try PatternComponent.pathname(Array("/:rest+".utf8))
    #expect(try pattern.match(path) == [1..<path.count])
  }
}

/// A small generator, so that random tests are the same on each run.
struct SplitMix {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(bound))
  }
}
