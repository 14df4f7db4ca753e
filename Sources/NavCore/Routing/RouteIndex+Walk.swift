import JSON
import URLStandard

/// What a walk has taken out of a path: a piece, a part of one, or a run of pieces.
struct Capture: BitwiseCopyable {
  /// Where it is in the link's text; empty and -1: an optional piece that is not there.
  var start: Int32
  var end: Int32
  /// Whether it may be several pieces.
  var isRun = false

  static let none = Capture(start: -1, end: -1)

  init(_ range: Range<Int>, isRun: Bool = false) {
    start = Int32(truncatingIfNeeded: range.lowerBound)
    end = Int32(truncatingIfNeeded: range.upperBound)
    self.isRun = isRun
  }

  private init(start: Int32, end: Int32) { (self.start, self.end) = (start, end) }

  var isThere: Bool { start >= 0 }
  var range: Range<Int> { Int(start)..<Int(end) }
}

/// Who is offered the patterns whose path matches.
protocol LinkTaker {
  /// Takes a pattern, with the captures in the order of its names; true ends the walk.
  mutating func take(_ number: Int32, _ captures: borrowing Few<Capture>, of link: Link) -> Bool
}

/// A way of a path through the index.
///
/// A pattern with several wildcards can match in as many ways as there are cuts of the path. The walk
/// makes at most ``limit`` steps, and matches nothing more behind them.
struct RouteWalk: ~Copyable {
  /// Nodes that are entered for one link; usual are as many as it has pieces.
  static let limit = 100_000

  let path: Link.Pieces
  var captures = Few(repeating: Capture.none)
  /// The position behind the pieces that some pattern began with.
  private(set) var furthest: Int
  private var steps = 0

  init(_ path: Link.Pieces) {
    self.path = path
    furthest = path.start
  }

  /// Offers the patterns below a node whose path matches, the most specific first, until one is taken.
  mutating func run<Taker: LinkTaker>(
    _ index: borrowing RouteIndex, from root: Int32, _ link: Link, _ taker: inout Taker
  ) -> Bool {
    captures.truncate(to: 0)
    return enter(root, path.first, index, link, &taker)
  }

  private mutating func enter<Taker: LinkTaker>(
    _ number: Int32, _ position: Int, _ index: borrowing RouteIndex, _ link: Link,
    _ taker: inout Taker
  ) -> Bool {
    steps &+= 1
    guard steps <= RouteWalk.limit else { return false }
    if position > furthest { furthest = position }
    let node = index.nodes[Int(number)]
    if position == path.past {
      var leaf = node.leaf
      if node.isGrouped, let (first, rest) = index.first(number, of: link) {
        leaf = first
        while leaf >= 0 {
          if taker.take(leaf, captures, of: link) { return true }
          leaf = index.nextOfGroup[Int(leaf)]
        }
        leaf = rest
      }
      while leaf >= 0 {
        if taker.take(leaf, captures, of: link) { return true }
        leaf = index.nextLeaf[Int(leaf)]
      }
    } else if node.hasLiterals {
      let end = path.end(link.text.span, from: position)
      let child = index.literals.value(number, link.text.span, position..<end)
      if child >= 0, enter(child, end &+ 1, index, link, &taker) { return true }
    }
    var next = node.child
    while next >= 0 {
      let child = index.nodes[Int(next)]
      if enter(child, next, position, index, link, &taker) { return true }
      next = child.sibling
    }
    return false
  }

  /// Enters a child that is no literal in all the ways that there are.
  private mutating func enter<Taker: LinkTaker>(
    _ child: RouteIndex.Node, _ number: Int32, _ position: Int, _ index: borrowing RouteIndex,
    _ link: Link, _ taker: inout Taker
  ) -> Bool {
    let mark = captures.count
    switch child.entry {
    case .literal: return false
    case .pattern:
      guard position < path.past else { return false }
      let end = path.end(link.text.span, from: position)
      guard RouteWalk.match(index.component(number), link.text.span, position..<end, &captures)
      else {
        return false
      }
      if enter(number, end &+ 1, index, link, &taker) { return true }
    case .constrained, .param, .optional:
      if position < path.past {
        let end = path.end(link.text.span, from: position)
        if end > position {
          captures.append(Capture(position..<end))
          if enter(number, end &+ 1, index, link, &taker) { return true }
          captures.truncate(to: mark)
        }
      }
      guard child.entry == .optional else { return false }
      captures.append(.none)
      if enter(number, position, index, link, &taker) { return true }
    case .oneOrMore, .anyNumber, .wildcard:
      var end = path.past
      while end > position || (end == position && child.entry != .oneOrMore) {
        if child.entry != .wildcard {
          captures.append(end > position ? Capture(position..<end &- 1, isRun: true) : .none)
        }
        if enter(number, end, index, link, &taker) { return true }
        captures.truncate(to: mark)
        guard end > position else { return false }
        end = path.start(link.text.span, before: end, from: position)
      }
    }
    captures.truncate(to: mark)
    return false
  }

  /// Adds the named groups of a piece's pattern; false where it does not match, or its expression passes
  /// the match limit.
  static func match(
    _ component: PatternComponent, _ text: Span<UInt8>, _ range: Range<Int>,
    _ captures: inout Few<Capture>
  ) -> Bool {
    var subject = [UInt8(ascii: "/")]
    for index in range { subject.append(text[index]) }
    let found: [Range<Int>?]?
    do throws(URLPatternError) { found = try component.match(subject) } catch { return false }
    guard let found else { return false }
    // The slash in front is none of the link's.
    let shift = range.lowerBound - 1
    for (index, name) in component.groupNames.enumerated()
    where SegmentPattern.isName(name) && index < found.count {
      let capture = found[index].map {
        Capture(max($0.lowerBound, 1) + shift..<max($0.upperBound, 1) + shift)
      }
      captures.append(capture ?? .none)
    }
    return true
  }

  /// Whether a pattern matches a piece.
  static func matches(_ component: PatternComponent, _ piece: Text) -> Bool {
    var captures = Few(repeating: Capture.none)
    return piece.withSpan { match(component, $0, 0..<$0.count, &captures) }
  }
}
