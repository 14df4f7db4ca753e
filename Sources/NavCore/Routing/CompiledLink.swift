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

  /// The order of host and path: the less, the earlier; of paths of up to 15 pieces all of it.
  private let order: UInt64

  init(
    app: Int, screen: Int, link: Int, _ variant: PatternVariant, of pattern: LinkPattern,
    origins: OriginSet
  ) {
    (self.app, self.screen, self.link) = (app, screen, link)
    (scheme, host, segments) = (variant.scheme, variant.host, variant.segments)
    (query, fragment, priority) = (pattern.query, pattern.fragment, pattern.priority)
    (self.origins, place, self.pattern) = (origins, pattern.place, pattern.pattern)
    order = CompiledLink.order(variant)
  }

  private static func order(_ variant: PatternVariant) -> UInt64 {
    var order = UInt64(rank(ofHost: variant.host))
    for place in 0..<15 {
      let rank = place < variant.segments.count ? variant.segments[place].rank.rawValue + 1 : 0
      order = order << 4 | UInt64(rank)
    }
    return order
  }

  private static func rank(ofHost host: Text?) -> Int {
    guard let host else { return 2 }
    return host.bytes.first == UInt8(ascii: "*") ? 1 : 0
  }

  var hostRank: Int { CompiledLink.rank(ofHost: host) }

  var constraintCount: Int { query.count + (fragment == nil ? 0 : 1) }

  /// Whether this one is tried before another of its app.
  ///
  /// Source: "Specificity" of the manifest format: host, then segment by segment, then more query
  /// constraints, then priority.
  public func precedes(_ other: CompiledLink) -> Bool {
    if order != other.order { return order < other.order }
    if segments.count > 15 || other.segments.count > 15 {
      for (mine, theirs) in zip(segments, other.segments) where mine.rank != theirs.rank {
        return mine.rank < theirs.rank
      }
      if segments.count != other.segments.count { return segments.count < other.segments.count }
    }
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

  /// Equal for all patterns of an app that may tie: the order of specificity does not tell them
  /// apart, and the literal pieces of their paths are the same.
  var tieKey: Text {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 + pattern.count)
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: order >> UInt64(shift)))
    }
    bytes += [UInt8(truncatingIfNeeded: constraintCount)]
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: priority >> shift)) }
    for segment in segments {
      bytes.append(UInt8(ascii: "/"))
      if case .literal(let text) = segment.kind { bytes += text.bytes }
    }
    return Text(bytes)
  }
}
