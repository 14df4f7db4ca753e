/// Writes parts as a regular expression or as a pattern string (URL Pattern Standard, sections 2.2
/// and 2.3).
enum PatternWriter {
  /// The regular expression for all of a component, in PCRE2's syntax.
  static func expression(
    _ parts: [PatternPart], _ options: PatternOptions
  ) throws(URLPatternError) -> [UInt8] {
    var out: [UInt8] = []
    out.append("^")
    for part in parts { try append(part, options, to: &out) }
    out.append("$")
    return out
  }

  private static func append(
    _ part: PatternPart, _ options: PatternOptions, to out: inout [UInt8]
  ) throws(URLPatternError) {
    if part.kind == .fixedText {
      if part.modifier != .none { out.append("(?:") }
      escape(part.value, expressionCharacters, to: &out)
      if part.modifier != .none { out.append(")") }
      return out.append(part.modifier.text)
    }
    let value: [UInt8] =
      switch part.kind {
      case .regexp: try ScriptExpression.translate(part.value, ignoresCase: options.ignoresCase)
      case .segmentWildcard: options.segmentWildcard
      case .fullWildcard, .fixedText: Array(".*".utf8)
      }
    let isRepeated = part.modifier == .zeroOrMore || part.modifier == .oneOrMore
    let isBare = part.prefix.isEmpty && part.suffix.isEmpty
    if isBare {
      out.append(isRepeated ? "((?:" : "(")
      out += value
      out.append(")")
      out.append(part.modifier.text)
      if isRepeated { out.append(")") }
      return
    }
    out.append("(?:")
    escape(part.prefix, expressionCharacters, to: &out)
    out.append(isRepeated ? "((?:" : "(")
    out += value
    if isRepeated {
      out.append(")(?:")
      escape(part.suffix + part.prefix, expressionCharacters, to: &out)
      out.append("(?:")
      out += value
      out.append("))*")
    }
    out.append(")")
    escape(part.suffix, expressionCharacters, to: &out)
    out.append(")")
    switch part.modifier {
    case .zeroOrMore, .optional: out.append("?")
    case .oneOrMore, .none: break
    }
  }

  private static let expressionCharacters = Array(".+*?^${}()[]|/\\".utf8)
  private static let patternCharacters = Array("+*?:{}()\\".utf8)

  private static func escape(_ text: [UInt8], _ characters: [UInt8], to out: inout [UInt8]) {
    for byte in text {
      if characters.contains(byte) { out.append(0x5C) }
      out.append(byte)
    }
  }

  /// The text with a `\` before each character that a pattern string takes for syntax.
  static func escapingPattern(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    escape(text, patternCharacters, to: &out)
    return out
  }

  /// The normalized pattern string.
  static func pattern(_ parts: [PatternPart], _ options: PatternOptions) -> [UInt8] {
    var out: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if part.kind == .fixedText {
        if part.modifier != .none { out.append("{") }
        escape(part.value, patternCharacters, to: &out)
        if part.modifier != .none { out.append("}") }
        out.append(part.modifier.text)
        continue
      }
      let previous = index > 0 ? parts[index - 1] : nil
      let next = index + 1 < parts.count ? parts[index + 1] : nil
      let isGrouped = needsGrouping(part, previous, next, options)
      if isGrouped { out.append("{") }
      escape(part.prefix, patternCharacters, to: &out)
      if part.hasCustomName {
        out.append(":")
        out += part.name
      }
      appendMatcher(part, previous, isGrouped, options, to: &out)
      if part.kind == .segmentWildcard, part.hasCustomName, PatternName.continues(part.suffix) {
        out.append("\\")
      }
      escape(part.suffix, patternCharacters, to: &out)
      if isGrouped { out.append("}") }
      out.append(part.modifier.text)
    }
    return out
  }

  private static func needsGrouping(
    _ part: PatternPart, _ previous: PatternPart?, _ next: PatternPart?, _ options: PatternOptions
  ) -> Bool {
    let prefix = options.prefix.map { [$0] } ?? []
    if !part.suffix.isEmpty || (!part.prefix.isEmpty && part.prefix != prefix) { return true }
    if part.hasCustomName, part.kind == .segmentWildcard, part.modifier == .none, let next,
      next.prefix.isEmpty, next.suffix.isEmpty
    {
      if next.kind == .fixedText {
        if PatternName.continues(next.value) { return true }
      } else if !next.hasCustomName {
        return true
      }
    }
    guard let last = options.prefix, part.prefix.isEmpty, let previous else { return false }
    return previous.kind == .fixedText && previous.value.last == last
  }

  private static func appendMatcher(
    _ part: PatternPart, _ previous: PatternPart?, _ isGrouped: Bool, _ options: PatternOptions,
    to out: inout [UInt8]
  ) {
    switch part.kind {
    case .regexp:
      out.append("(")
      out += part.value
      out.append(")")
    case .segmentWildcard:
      if part.hasCustomName { return }
      out.append("(")
      out += options.segmentWildcard
      out.append(")")
    case .fullWildcard:
      let isPlain =
        !part.hasCustomName
        && (previous == nil || previous?.kind == .fixedText || previous?.modifier != .some(.none)
          || isGrouped || !part.prefix.isEmpty)
      out.append(isPlain ? "*" : "(.*)")
    case .fixedText: break
    }
  }
}
