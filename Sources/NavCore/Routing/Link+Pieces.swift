public import JSON

/// The pieces of a link, one after the other, and as texts of their own.
extension Link.Pieces {
  /// Where the piece that begins at `start` ends.
  @inline(__always) func end(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < end, bytes[index] != separator { index &+= 1 }
    return index
  }

  /// Where a piece behind the last one would begin: no piece begins there or further.
  @inline(__always) var past: Int { end &+ 1 }

  /// Where the first piece begins; ``past`` where there is none.
  @inline(__always) var first: Int { start == end ? past : start }

  /// Where the piece before the one at `position` begins, in the pieces from `first`.
  func start(_ bytes: Span<UInt8>, before position: Int, from first: Int) -> Int {
    var index = position &- 1
    while index > first, bytes[index &- 1] != separator { index &-= 1 }
    return index
  }

  /// The name and the value of the pair at `position`, which moves on; nil behind the last one.
  @inline(__always) func pair(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) -> (name: Range<Int>, value: Range<Int>)? {
    while position < end, bytes[position] == separator { position &+= 1 }
    guard position < end else { return nil }
    let first = position
    var split = -1
    while position < end, bytes[position] != separator {
      if split < 0, bytes[position] == equals { split = position }
      position &+= 1
    }
    if split < 0 { return (first..<position, position..<position) }
    return (first..<split, (split &+ 1)..<position)
  }
}

extension Link {
  /// One `name=value` of the query, decoded; `+` is a space.
  public struct QueryItem: Sendable, Equatable {
    /// The name.
    public var name: Text
    /// The value; empty where there is no `=`.
    public var value: Text
  }

  /// The scheme, in lower case.
  public var scheme: Text { Text(Array(href.bytes[schemeRange])) }

  /// The host of an `http` or `https` link with its port, unless that is the scheme's default; empty
  /// for custom schemes.
  public var host: Text { Text(Array(href.bytes[authority])) }

  /// The decoded pieces of the path; for a custom scheme the host comes first.
  public var segments: [Text] { pieces(path.start..<path.end) }

  /// The query, in order, repeats kept.
  public var queryItems: [QueryItem] {
    var items: [QueryItem] = []
    var position = query.start
    while let (name, value) = query.pair(text.span, &position) {
      items.append(QueryItem(name: piece(name), value: piece(value)))
    }
    return items
  }

  /// The decoded fragment.
  public var fragmentText: Text? { fragment.map { piece($0) } }

  /// A decoded piece.
  func piece(_ range: Range<Int>) -> Text { Text(Array(text[range])) }

  /// A run of pieces of the path.
  func pieces(_ range: Range<Int>) -> [Text] {
    guard path.start < path.end else { return [] }
    return text[range].split(separator: path.separator, omittingEmptySubsequences: false).map {
      Text(Array($0))
    }
  }

  /// The byte of a link as it was given that a byte of its serialization comes from; nil where that
  /// cannot be said, because what is before it was changed.
  static func offset(of place: Int, in bytes: [UInt8], _ given: Text) -> Int? {
    guard place <= given.count, place <= bytes.count else { return nil }
    return given.withSpan { given in
      for index in 0..<place where ASCII.lower(given[index]) != ASCII.lower(bytes[index]) {
        return nil
      }
      return place
    }
  }

  /// Where in ``href`` the piece of the path begins that is at a position of ``text``; behind the last
  /// one, where the path ends.
  func serialized(_ position: Int) -> Int {
    guard path.separator != UInt8(ascii: "/") else { return min(position, path.end) }
    let isPast = position > path.end
    var left = isPast ? Int.max : text[path.start..<position].count { $0 == path.separator }
    var place = pathStart
    let bytes = href.bytes
    while left > 0, place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "?"), UInt8(ascii: "#"): return place
      case UInt8(ascii: "/"): left -= 1
      default: break
      }
      place += 1
    }
    return place
  }
}
