public import JSON

/// The link pattern of a screen, compiled; shared, never changed.
public final class CompiledLink: Sendable {
  /// Index of the app in the catalog.
  public let app: Int
  /// Index of the screen in the manifest.
  public let screen: Int
  /// Index of the link in the screen.
  public let link: Int
  /// The scheme it asks for, in lower case; nil: any of the app's.
  public let scheme: Text?
  /// The host it asks for; nil: any of the app's.
  ///
  /// Custom schemes have none: theirs is a segment.
  public let host: Text?
  /// The pieces of its path.
  public let segments: [SegmentPattern]
  /// The query constraints.
  public let query: [(key: Text, value: Text)]
  /// The fragment it asks for.
  public let fragment: Text?
  /// Decides where all else is equal.
  public let priority: Int
  /// Who may open it.
  public let origins: OriginSet
  /// Where it stands in its file.
  public let place: Place
  /// The pattern as written.
  public let pattern: Text

  init(
    app: Int, screen: Int, link: Int, scheme: Text?, host: Text?, segments: [SegmentPattern],
    query: [(key: Text, value: Text)], fragment: Text?, priority: Int, origins: OriginSet,
    place: Place, pattern: Text
  ) {
    (self.app, self.screen, self.link) = (app, screen, link)
    (self.scheme, self.host, self.segments) = (scheme, host, segments)
    (self.query, self.fragment, self.priority) = (query, fragment, priority)
    (self.origins, self.place, self.pattern) = (origins, place, pattern)
  }

  var hostRank: Int {
    guard let host else { return 2 }
    return host.bytes.first == UInt8(ascii: "*") ? 1 : 0
  }

  var constraintCount: Int { query.count + (fragment == nil ? 0 : 1) }

  /// Whether this one is tried before another of its app.
  ///
  /// Source: "Specificity" of the manifest format: host, then segment by segment, then more query
  /// constraints, then priority.
  public func precedes(_ other: CompiledLink) -> Bool {
    if hostRank != other.hostRank { return hostRank < other.hostRank }
    for (mine, theirs) in zip(segments, other.segments) where mine.rank != theirs.rank {
      return mine.rank < theirs.rank
    }
    if segments.count != other.segments.count { return segments.count < other.segments.count }
    if constraintCount != other.constraintCount { return constraintCount > other.constraintCount }
    return priority > other.priority
  }

  /// Whether another pattern of the app is equal in specificity and one link can satisfy both.
  public func ties(with other: CompiledLink) -> Bool {
    if precedes(other) || other.precedes(self) { return false }
    if screen == other.screen && link == other.link { return false }
    if let mine = scheme, let theirs = other.scheme, mine != theirs { return false }
    if let mine = host, let theirs = other.host, mine != theirs { return false }
    for (mine, theirs) in zip(segments, other.segments) {
      switch (mine.kind, theirs.kind) {
      case (.literal(let one), .literal(let two)) where one != two: return false
      case (.pattern(_, let one), .pattern(_, let two)) where one != two: return false
      default: continue
      }
    }
    for constraint in query
    where other.query.contains(where: { $0.key == constraint.key && $0.value != constraint.value })
    {
      return false
    }
    if let mine = fragment, let theirs = other.fragment, mine != theirs { return false }
    return true
  }
}
