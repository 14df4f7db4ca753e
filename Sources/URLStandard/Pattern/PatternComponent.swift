/// One compiled component of a URL pattern (URL Pattern Standard, section 1.3 "component").
public struct PatternComponent: Sendable {
  /// The parts, in order.
  public let parts: [PatternPart]
  /// The names of the groups in order; numbers for those without one.
  public let groupNames: [[UInt8]]
  /// Whether a part is a regular expression.
  public let hasRegExpGroups: Bool
  let options: PatternOptions
  let canonicalizer: PatternCanonicalizer
  /// The expression for all parts; nil where no part is one and none is needed.
  private let expression: PatternExpression?

  /// Compiles a pattern string ("compile a component").
  init(
    _ pattern: [UInt8], _ canonicalizer: PatternCanonicalizer, _ options: PatternOptions
  ) throws(URLPatternError) {
    self.options = options
    self.canonicalizer = canonicalizer
    parts = try PatternParser.parse(pattern, options, canonicalizer)
    groupNames = parts.filter { $0.kind != .fixedText }.map(\.name)
    hasRegExpGroups = parts.contains { $0.kind == .regexp }
    expression =
      hasRegExpGroups
      ? try PatternExpression(
        native: try PatternWriter.expression(parts, options), ignoresCase: options.ignoresCase)
      : nil
  }

  /// Compiles the pattern of a path that is a list of segments, as of http URLs.
  ///
  /// Throws ``URLPatternError`` with the byte of `pattern` where it can name one.
  public static func pathname(
    _ pattern: [UInt8], ignoresCase: Bool = false
  ) throws(URLPatternError) -> PatternComponent {
    var options = PatternOptions.pathname
    options.ignoresCase = ignoresCase
    do {
      return try PatternComponent(pattern, .pathname, options)
    } catch {
      throw error.about(.pathname)
    }
  }

  /// Compiles the pattern of a host name.
  public static func hostname(_ pattern: [UInt8]) throws(URLPatternError) -> PatternComponent {
    do {
      return try PatternComponent(pattern, .hostname, .hostname)
    } catch {
      throw error.about(.hostname)
    }
  }

  /// The normalized pattern string.
  public var patternString: [UInt8] { PatternWriter.pattern(parts, options) }

  /// The group's ranges in `subject`, in the order of ``groupNames``; nil where it does not match.
  ///
  /// An optional group that would match nothing takes no part, as JavaScript has it. `subject`
  /// must be canonical, and so ASCII. Throws ``URLPatternError/Kind/costly`` where a
  /// regular expression reaches its limits.
  public func match(_ subject: [UInt8]) throws(URLPatternError) -> [Range<Int>?]? {
    var groups: [Range<Int>?]
    if let expression {
      guard let found = try expression.match(subject) else { return nil }
      groups = Array(found.dropFirst().prefix(groupNames.count))
    } else {
      guard let found = WildcardMatcher.match(parts, options, subject) else { return nil }
      groups = found
    }
    for (index, part) in parts.lazy.filter({ $0.kind != .fixedText }).enumerated()
    where part.modifier == .optional && part.prefix.isEmpty && part.suffix.isEmpty {
      if let range = groups[index], range.isEmpty { groups[index] = nil }
    }
    return groups
  }

  /// Whether it is `*` alone, and so matches whatever there is.
  public var isWildcard: Bool {
    parts.count == 1 && parts[0].kind == .fullWildcard && parts[0].prefix.isEmpty
      && parts[0].suffix.isEmpty
  }

  /// The text that the parts give with these values; nil where they do not give a match.
  ///
  /// Fixed text and groups without a modifier only. A value is canonicalized as its component
  /// demands, and must not go beyond what its group matches.
  public func generate(_ groups: [[UInt8]: [UInt8]]) -> [UInt8]? {
    var out: [UInt8] = []
    for part in parts {
      guard part.modifier == .none else { return nil }
      if part.kind == .fixedText {
        out += part.value
        continue
      }
      guard let value = groups[part.name], let text = try? canonicalizer.apply(value),
        part.kind != .segmentWildcard || !text.contains(where: { $0 == options.delimiter })
      else { return nil }
      out += part.prefix + text + part.suffix
    }
    guard let matched = try? match(out), matched.count >= 0 else { return nil }
    return out
  }

  /// Compares by how specific the parts are: -1, 0 or 1; the more specific is the greater.
  ///
  /// From the left; fixed text is above a regular expression, that above a segment wildcard, that
  /// above a full one; then the modifier, prefix, value and suffix decide.
  public static func compare(_ left: PatternComponent, _ right: PatternComponent) -> Int {
    let nothing = PatternPart(kind: .fixedText, value: [], modifier: .none)
    for index in 0..<max(left.parts.count, right.parts.count) {
      let one = index < left.parts.count ? left.parts[index] : nothing
      let other = index < right.parts.count ? right.parts[index] : nothing
      let result = compare(one, other)
      if result != 0 || index >= min(left.parts.count, right.parts.count) { return result }
    }
    return 0
  }

  private static func compare(_ left: PatternPart, _ right: PatternPart) -> Int {
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue ? -1 : 1 }
    if left.modifier != right.modifier {
      return left.modifier.rawValue < right.modifier.rawValue ? -1 : 1
    }
    for (one, other) in [
      (left.prefix, right.prefix), (left.value, right.value), (left.suffix, right.suffix),
    ] where one != other {
      return one.lexicographicallyPrecedes(other) ? -1 : 1
    }
    return 0
  }
}
