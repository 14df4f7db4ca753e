public import JSON
public import URLStandard

/// One piece of a pattern's path, between two slashes.
public struct SegmentPattern: Sendable {
  /// What a piece asks of a segment.
  public enum Kind: Sendable {
    /// This text, compared with the decoded segment.
    case literal(Text)
    /// A mixture or a regular expression of the URL Pattern Standard, matched against one decoded segment.
    case pattern(PatternComponent, text: Text)
    /// Any non-empty segment, kept under a name.
    case param(Text)
    /// One non-empty segment or none, kept under a name.
    case optional(Text)
    /// One segment or more, kept as a list under a name.
    case oneOrMore(Text)
    /// Any number of segments, kept as a list under a name.
    case anyNumber(Text)
    /// Any number of segments, kept nowhere.
    case wildcard
  }

  /// What it asks.
  public var kind: Kind
  /// Whether the type of the screen's param is narrower than `string`.
  public var isConstrained = false

  /// The classes of pieces, in the order in which they are tried.
  public enum Class: UInt8, Sendable, Comparable, CaseIterable {
    /// A literal.
    case literal
    /// A regular expression, or a param of a type narrower than `string`.
    case constrained
    /// A param.
    case param
    /// An optional param.
    case optional
    /// One segment or more.
    case oneOrMore
    /// Any number of segments.
    case anyNumber
    /// A wildcard.
    case wildcard

    /// Whether this one is more specific.
    public static func < (one: Class, other: Class) -> Bool { one.rawValue < other.rawValue }
  }

  /// Its class.
  public var rank: Class {
    switch kind {
    case .literal: .literal
    case .pattern: .constrained
    case .param: isConstrained ? .constrained : .param
    case .optional: .optional
    case .oneOrMore: .oneOrMore
    case .anyNumber: .anyNumber
    case .wildcard: .wildcard
    }
  }

  /// The names that it fills, in order.
  public var names: [Text] {
    switch kind {
    case .literal, .wildcard: []
    case .pattern(let component, _):
      component.groupNames.filter { SegmentPattern.isName($0) }.map { Text($0) }
    case .param(let name), .optional(let name), .oneOrMore(let name), .anyNumber(let name):
      [name]
    }
  }

  /// Whether a group has a name and not a number.
  static func isName(_ group: [UInt8]) -> Bool { group.first.map { !ASCII.isDigit($0) } ?? false }
}
