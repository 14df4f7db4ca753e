public import JSON

/// One piece of a pattern's path, between two slashes.
public struct SegmentPattern: Sendable {
  /// What a piece asks of a segment.
  public enum Kind: Sendable, Equatable {
    /// This text, compared with the decoded segment.
    case literal(Text)
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

  /// Position in the order of specificity; less is more specific.
  public var rank: Int {
    switch kind {
    case .literal: 0
    case .param: isConstrained ? 1 : 2
    case .optional: 3
    case .oneOrMore: 4
    case .anyNumber: 5
    case .wildcard: 6
    }
  }
}

/// The link pattern of a screen, compiled.
public struct CompiledLink: Sendable {
  /// Index of the app in the catalog.
  public var app: Int
  /// Index of the screen in the manifest.
  public var screen: Int
  /// Index of the link in the screen.
  public var link: Int
  /// The scheme it asks for, in lower case; nil: any of the app's.
  public var scheme: Text?
  /// The host it asks for; nil: any of the app's. Custom schemes have none: theirs is a segment.
  public var host: Text?
  /// The pieces of its path.
  public var segments: [SegmentPattern]
  /// The query constraints.
  public var query: [(key: Text, value: Text)]
  /// The fragment it asks for.
  public var fragment: Text?
  /// Decides where all else is equal.
  public var priority: Int
  /// Who may open it.
  public var origins: OriginSet
  /// Where it stands in its file.
  public var place: Place
  /// The pattern as written.
  public var pattern: Text

  var hostRank: Int {
    guard let host else { return 2 }
    return host.bytes.first == UInt8(ascii: "*") ? 1 : 0
  }
}

extension CompiledLink {
  /// Whether this one is tried before another of its app.
  ///
  /// Source: "Specificity" of the manifest format: host, then segment by segment, then more query
  /// constraints, then priority.
  public func precedes(_ other: CompiledLink) -> Bool {
    if hostRank != other.hostRank { return hostRank < other.hostRank }
    for (mine, theirs) in zip(segments, other.segments) where mine.rank != theirs.rank {
      return mine.rank < theirs.rank
    }
    if segments.count != other.segments.count { return segments.count > other.segments.count }
    if constraintCount != other.constraintCount { return constraintCount > other.constraintCount }
    return priority > other.priority
  }

  var constraintCount: Int { query.count + (fragment == nil ? 0 : 1) }

  /// Whether another pattern of the app is equal in specificity and one link can satisfy both.
  public func ties(with other: CompiledLink) -> Bool {
    if precedes(other) || other.precedes(self) { return false }
    if let mine = scheme, let theirs = other.scheme, mine != theirs { return false }
    if let mine = host, let theirs = other.host, mine != theirs { return false }
    for (mine, theirs) in zip(segments, other.segments) {
      if case .literal(let one) = mine.kind, case .literal(let two) = theirs.kind, one != two {
        return false
      }
    }
    for constraint in query {
      if other.query.contains(where: { $0.key == constraint.key && $0.value != constraint.value }) {
        return false
      }
    }
    if let mine = fragment, let theirs = other.fragment, mine != theirs { return false }
    return true
  }
}
