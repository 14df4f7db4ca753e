/// The pattern parser (URL Pattern Standard, section 2.1.5).
struct PatternParser {
  private let input: [UInt8]
  private let tokens: [PatternToken]
  private let options: PatternOptions
  private let canonicalizer: PatternCanonicalizer
  private let segmentWildcard: [UInt8]
  private var parts: [PatternPart] = []
  private var pending: [UInt8] = []
  private var index = 0
  private var nextNumber = 0

  /// Parses a pattern string into its parts.
  static func parse(
    _ input: [UInt8], _ options: PatternOptions, _ canonicalizer: PatternCanonicalizer
  ) throws(URLPatternError) -> [PatternPart] {
    var parser = PatternParser(
      input: input, tokens: try PatternTokenizer.tokenize(input, isStrict: true),
      options: options, canonicalizer: canonicalizer, segmentWildcard: options.segmentWildcard)
    while parser.index < parser.tokens.count { try parser.step() }
    return parser.parts
  }

  private init(
    input: [UInt8], tokens: [PatternToken], options: PatternOptions,
    canonicalizer: PatternCanonicalizer, segmentWildcard: [UInt8]
  ) {
    self.input = input
    self.tokens = tokens
    self.options = options
    self.canonicalizer = canonicalizer
    self.segmentWildcard = segmentWildcard
  }

  private mutating func step() throws(URLPatternError) {
    let char = take(.char)
    let name = take(.name)
    let regexp = takeRegexpOrWildcard(name)
    if name != nil || regexp != nil {
      var prefix = char.map(value) ?? []
      if !prefix.isEmpty, prefix != (options.prefix.map { [$0] } ?? []) {
        pending += prefix
        prefix = []
      }
      try addPending()
      let modifier = takeModifier()
      return try addPart(prefix, name, regexp, [], modifier)
    }
    if let fixed = char ?? take(.escapedChar) {
      pending += value(fixed)
      return
    }
    if take(.open) != nil {
      let prefix = takeText()
      let name = take(.name)
      let regexp = takeRegexpOrWildcard(name)
      let suffix = takeText()
      try require(.close, "a { needs its }")
      let modifier = takeModifier()
      return try addPart(prefix, name, regexp, suffix, modifier)
    }
    try addPending()
    try require(.end, "a modifier or } that nothing comes before")
  }

  private func value(_ token: PatternToken) -> [UInt8] { Array(input[token.value]) }

  private mutating func take(_ kind: PatternToken.Kind) -> PatternToken? {
    guard index < tokens.count, tokens[index].kind == kind else { return nil }
    index += 1
    return tokens[index - 1]
  }

  private mutating func takeModifier() -> PatternToken? { take(.otherModifier) ?? take(.asterisk) }

  private mutating func takeRegexpOrWildcard(_ name: PatternToken?) -> PatternToken? {
    take(.regexp) ?? (name == nil ? take(.asterisk) : nil)
  }

  private mutating func takeText() -> [UInt8] {
    var text: [UInt8] = []
    while let token = take(.char) ?? take(.escapedChar) { text += value(token) }
    return text
  }

  private mutating func require(
    _ kind: PatternToken.Kind, _ message: String
  ) throws(URLPatternError) {
    if take(kind) == nil {
      throw URLPatternError(
        .syntax, message, at: index < tokens.count ? tokens[index].index : input.count)
    }
  }

  private mutating func addPending() throws(URLPatternError) {
    if pending.isEmpty { return }
    let text = try canonicalizer.apply(pending)
    pending = []
    parts.append(PatternPart(kind: .fixedText, value: text, modifier: .none))
  }

  private mutating func addPart(
    _ prefix: [UInt8], _ name: PatternToken?, _ regexp: PatternToken?, _ suffix: [UInt8],
    _ modifierToken: PatternToken?
  ) throws(URLPatternError) {
    var modifier = PatternPart.Modifier.none
    switch modifierToken.map({ input[$0.value.lowerBound] }) {
    case 0x3F: modifier = .optional
    case 0x2A: modifier = .zeroOrMore
    case 0x2B: modifier = .oneOrMore
    default: break
    }
    guard let group = name ?? regexp else {
      if modifier == .none {
        pending += prefix
        return
      }
      try addPending()
      if prefix.isEmpty { return }
      parts.append(
        PatternPart(
          kind: .fixedText, value: try canonicalizer.apply(prefix), modifier: modifier))
      return
    }
    try addPending()
    var part = PatternPart(kind: .segmentWildcard, value: [], modifier: modifier)
    if let regexp {
      let expression = value(regexp)
      if regexp.kind == .asterisk || expression == Array(".*".utf8) {
        part.kind = .fullWildcard
      } else if expression != segmentWildcard {
        part.kind = .regexp
        part.value = expression
        try check(expression, at: regexp.value.lowerBound)
      }
    }
    if let name {
      part.name = value(name)
    } else {
      part.name.append(decimal: nextNumber)
      nextNumber += 1
    }
    if parts.contains(where: { $0.name == part.name && $0.kind != .fixedText }) {
      throw URLPatternError(
        .duplicateName, "two groups are named \(String(decoding: part.name, as: UTF8.self))",
        at: group.index)
    }
    part.prefix = try canonicalizer.apply(prefix)
    part.suffix = try canonicalizer.apply(suffix)
    parts.append(part)
  }

  /// Refuses an expression that is not JavaScript's while its place is known.
  private func check(_ expression: [UInt8], at start: Int) throws(URLPatternError) {
    do {
      _ = try ScriptExpression.translate(expression, ignoresCase: false)
    } catch {
      var moved = error
      moved.offset = start + (error.offset ?? 0)
      throw moved
    }
  }
}
