import JSON
import URLStandard

/// A path index over the compiled links of one app: a trie in flat arrays, walked in the order of specificity.
///
/// A node's children are its literals, in one hash table of the whole index, and at most one list per
/// other class. The walk tries them in the order of ``SegmentPattern/Class`` and comes back from a
/// branch that ends nowhere, so the first link that it offers is the most specific that matches.
struct RouteIndex: Sendable {
  private struct Node {
    /// Links that end here, in matching order.
    var leaves: [Int32] = []
    /// Constrained pieces by regular expression: a component and the child.
    var patterns: [(Int32, Int32)] = []
    /// The child of each class but literals; -1: none.
    var children: [Int32] = []
    var hasLiterals = false
  }

  private var nodes: [Node] = [Node()]
  private var components: [PatternComponent] = []
  private var componentTexts: [Text: Int32] = [:]
  private var literals = LiteralTable()

  /// Adds a link; those of one node keep the order in which they are added.
  mutating func insert(_ segments: [SegmentPattern], link: Int32) {
    var node: Int32 = 0
    for segment in segments { node = child(of: node, segment) }
    nodes[Int(node)].leaves.append(link)
  }

  private mutating func child(of node: Int32, _ segment: SegmentPattern) -> Int32 {
    switch segment.kind {
    case .literal(let text):
      if let found = literals.child(node, text) { return found }
      let made = makeNode()
      literals.insert(node, text, made)
      nodes[Int(node)].hasLiterals = true
      return made
    case .pattern(let component, let text):
      let index = componentTexts[text] ?? Int32(components.count)
      if Int(index) == components.count {
        components.append(component)
        componentTexts[text] = index
      }
      if let found = nodes[Int(node)].patterns.first(where: { $0.0 == index }) { return found.1 }
      let made = makeNode()
      nodes[Int(node)].patterns.append((index, made))
      return made
    case .param, .optional, .oneOrMore, .anyNumber, .wildcard:
      let slot = Int(segment.rank.rawValue)
      if nodes[Int(node)].children.isEmpty {
        nodes[Int(node)].children = Array(
          repeating: -1, count: SegmentPattern.Class.allCases.count)
      }
      if nodes[Int(node)].children[slot] >= 0 { return nodes[Int(node)].children[slot] }
      let made = makeNode()
      nodes[Int(node)].children[slot] = made
      return made
    }
  }

  private mutating func makeNode() -> Int32 {
    nodes.append(Node())
    return Int32(nodes.count - 1)
  }

  /// What a walk has taken out of the path: a run of segments, or a piece of one.
  enum Capture: Sendable {
    case segments(start: Int, count: Int)
    case text(Text)
    case none
  }

  /// Offers the links whose path matches, the most specific first, until one is taken.
  ///
  /// - Parameter offer: Takes a link's index and the captures in the order of its names; true ends the walk.
  /// - Returns: Whether a link was taken.
  func walk(_ path: [Text], _ offer: (Int32, [Capture]) -> Bool) -> Bool {
    var captures: [Capture] = []
    captures.reserveCapacity(8)
    return walk(0, path, 0, &captures, offer)
  }

  private func walk(
    _ node: Int32, _ path: [Text], _ position: Int, _ captures: inout [Capture],
    _ offer: (Int32, [Capture]) -> Bool
  ) -> Bool {
    let here = Int(node)
    let mark = captures.count
    if position == path.count {
      for leaf in nodes[here].leaves where offer(leaf, captures) { return true }
    } else {
      if nodes[here].hasLiterals, let child = literals.child(node, path[position]),
        walk(child, path, position + 1, &captures, offer)
      {
        return true
      }
      for (index, child) in nodes[here].patterns {
        guard let groups = RouteIndex.match(components[Int(index)], path[position]) else {
          continue
        }
        captures += groups
        if walk(child, path, position + 1, &captures, offer) { return true }
        captures.removeSubrange(mark...)
      }
    }
    guard !nodes[here].children.isEmpty else { return false }
    return walkChildren(here, path, position, &captures, offer)
  }

  /// Tries the children that are no literals, in the order of their classes.
  private func walkChildren(
    _ here: Int, _ path: [Text], _ position: Int, _ captures: inout [Capture],
    _ offer: (Int32, [Capture]) -> Bool
  ) -> Bool {
    let mark = captures.count
    for rank in 1..<SegmentPattern.Class.allCases.count {
      let next = nodes[here].children[rank]
      guard next >= 0, let kind = SegmentPattern.Class(rawValue: UInt8(rank)) else { continue }
      switch kind {
      case .literal: continue
      case .constrained, .param, .optional:
        if position < path.count, !path[position].isEmpty {
          captures.append(.segments(start: position, count: 1))
          if walk(next, path, position + 1, &captures, offer) { return true }
          captures.removeSubrange(mark...)
        }
        guard kind == .optional else { continue }
        captures.append(.none)
        if walk(next, path, position, &captures, offer) { return true }
        captures.removeSubrange(mark...)
      case .oneOrMore, .anyNumber, .wildcard:
        let least = kind == .oneOrMore ? 1 : 0
        var end = path.count
        while end >= position + least {
          if kind != .wildcard {
            captures.append(.segments(start: position, count: end - position))
          }
          if walk(next, path, end, &captures, offer) { return true }
          captures.removeSubrange(mark...)
          end -= 1
        }
      }
    }
    return false
  }

  /// The named groups of a segment's pattern; nil where it does not match, or its expression passes the match limit.
  static func match(_ component: PatternComponent, _ segment: Text) -> [Capture]? {
    let subject = [UInt8(ascii: "/")] + segment.bytes
    let found: [Range<Int>?]?
    do throws(URLPatternError) { found = try component.match(subject) } catch { return nil }
    guard let found else { return nil }
    var captures: [Capture] = []
    for (index, name) in component.groupNames.enumerated() {
      guard let first = name.first, first > 0x39, index < found.count else { continue }
      captures.append(found[index].map { .text(Text(Array(subject[$0]))) } ?? .none)
    }
    return captures
  }
}

/// The literal children of all nodes: open addressing over (node, text).
struct LiteralTable: Sendable {
  private struct Slot {
    var hash: UInt64
    var node: Int32
    var child: Int32
    var text: Int32
  }

  private var slots: [Slot?] = Array(repeating: nil, count: 16)
  private var texts: [Text] = []

  private static func mix(_ node: Int32, _ text: Text) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(UInt32(bitPattern: node))
    for byte in text.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash ^ (hash >> 29)
  }

  func child(_ node: Int32, _ text: Text) -> Int32? {
    let hash = LiteralTable.mix(node, text)
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: hash) & mask
    while let slot = slots[index] {
      if slot.hash == hash, slot.node == node, texts[Int(slot.text)] == text { return slot.child }
      index = (index + 1) & mask
    }
    return nil
  }

  mutating func insert(_ node: Int32, _ text: Text, _ child: Int32) {
    if texts.count * 2 >= slots.count { grow() }
    texts.append(text)
    place(
      Slot(
        hash: LiteralTable.mix(node, text), node: node, child: child,
        text: Int32(texts.count - 1)))
  }

  private mutating func place(_ slot: Slot) {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: slot.hash) & mask
    while slots[index] != nil { index = (index + 1) & mask }
    slots[index] = slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: nil, count: old.count * 2)
    for slot in old { if let slot { place(slot) } }
  }
}
