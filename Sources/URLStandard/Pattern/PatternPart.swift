/// One piece of a parsed pattern string (URL Pattern Standard, section 2.1.3 "Parts").
public struct PatternPart: Sendable, Hashable {
  /// What a part matches, from the least specific to the most.
  public enum Kind: UInt8, Sendable, Hashable {
    /// `*` and `(.*)`: anything.
    case fullWildcard
    /// `:name`: one byte or more up to the delimiter.
    case segmentWildcard
    /// `(…)`: a regular expression.
    case regexp
    /// Text as it is.
    case fixedText
  }

  /// How often a part may come, from the least specific to the most.
  public enum Modifier: UInt8, Sendable, Hashable {
    /// `*`.
    case zeroOrMore
    /// `?`.
    case optional
    /// `+`.
    case oneOrMore
    /// Once.
    case none

    /// The modifier as it is written.
    var text: StaticString {
      switch self {
      case .zeroOrMore: "*"
      case .optional: "?"
      case .oneOrMore: "+"
      case .none: ""
      }
    }
  }

  /// What it matches.
  public var kind: Kind
  /// The fixed text, canonicalized, or the regular expression; empty for wildcards.
  public var value: [UInt8]
  /// How often it may come.
  public var modifier: Modifier
  /// The group's name, or its number as digits; empty for fixed text.
  public var name: [UInt8] = []
  /// The fixed text before the group, which belongs to its modifier.
  public var prefix: [UInt8] = []
  /// The fixed text after the group, which belongs to its modifier.
  public var suffix: [UInt8] = []

  /// Whether the name was written in the pattern, and is not a number.
  public var hasCustomName: Bool { name.first.map { !$0.isASCIIDigit } ?? false }
}

/// What a component's patterns are parsed with (section 2.1.4 "Options").
struct PatternOptions: Sendable {
  /// The byte that a segment wildcard stops at.
  var delimiter: UInt8?
  /// The byte that, before a group, belongs to the group's modifier.
  var prefix: UInt8?
  var ignoresCase = false

  static let standard = PatternOptions()
  static let hostname = PatternOptions(delimiter: 0x2E)
  static let pathname = PatternOptions(delimiter: 0x2F, prefix: 0x2F)

  /// The regular expression that stands for a segment wildcard.
  var segmentWildcard: [UInt8] {
    Array("[^".utf8) + (delimiter.map { [0x5C, $0] } ?? []) + Array("]+?".utf8)
  }
}
