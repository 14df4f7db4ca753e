import JSON
import URLStandard

/// A path index over compiled links: tries in flat arrays, walked in the order of specificity.
///
/// A node's literal children are in one hash table of the whole index, all others in a chain in the
/// order of their classes. The walk comes back from a branch that ends nowhere, so the first link
/// that it offers is the most specific that matches.
struct RouteIndex: ~Copyable, Sendable {
  /// How a node is entered, in the order in which the children of a node are tried.
  enum Entry: UInt8 {
    case literal, pattern, constrained, param, optional, oneOrMore, anyNumber, wildcard
  }

  struct Node: BitwiseCopyable {
    /// The first link that ends here; -1: none.
    var leaf: Int32 = -1
    /// The first child that is no literal; -1: none.
    var child: Int32 = -1
    /// The next child of the parent that is no literal; -1: none.
    var sibling: Int32 = -1
    var entry: Entry
    var hasLiterals = false
    /// Whether the first links that end here are a group.
    var isGrouped = false
  }

  private(set) var nodes = Table<Node>()
  /// For each link the next one that ends at the same node; -1: none.
  private(set) var nextLeaf = Table<Int32>()
  private var components: [PatternComponent] = []
  private var componentTexts: [Text: Int32] = [:]
  /// For each node the pattern by which it is entered; -1: none.
  private var entries = Table<Int32>()
  private(set) var literals = TextTable()
  private(set) var groups = Table<Group>()
  private(set) var groupKeys: [Text] = []
  /// The first link of each group by the value that it asks.
  var members = TextTable()
  /// For each link the next one of its group that asks the same value; -1: none.
  var nextOfGroup = Table<Int32>()

  /// Makes a root for a trie of its own, and gives its number.
  mutating func makeRoot() -> Int32 { makeNode(.literal) }

  /// Adds links to a trie, in the order in which those of one node are to be offered.
  mutating func insert(_ links: ArraySlice<CompiledLink>, _ root: (CompiledLink) -> Int32) {
    var lastLeaf: [Int32: Int32] = [:]
    while nextLeaf.count < links.endIndex { nextLeaf.append(-1) }
    for (number, link) in zip(links.indices, links) {
      var node = root(link)
      for segment in link.segments { node = child(of: node, segment) }
      let leaf = Int32(truncatingIfNeeded: number)
      if nodes[Int(node)].leaf < 0 {
        nodes[Int(node)].leaf = leaf
      } else {
        nextLeaf[Int(lastLeaf[node] ?? nodes[Int(node)].leaf)] = leaf
        lastLeaf[node] = leaf
      }
    }
  }

  mutating func addGroup(_ group: Group, _ key: Text) {
    groups.append(group)
    groupKeys.append(key)
    nodes[Int(group.node)].isGrouped = true
  }

  private mutating func child(of node: Int32, _ segment: SegmentPattern) -> Int32 {
    switch segment.kind {
    case .literal(let text):
      let found = literals.value(node, text)
      if found >= 0 { return found }
      let made = makeNode(.literal)
      literals.insert(node, text, made)
      nodes[Int(node)].hasLiterals = true
      return made
    case .pattern(let component, let text):
      let index = componentTexts[text] ?? Int32(components.count)
      if Int(index) == components.count {
        components.append(component)
        componentTexts[text] = index
      }
      return child(of: node, .pattern, index)
    case .param: return child(of: node, segment.isConstrained ? .constrained : .param)
    case .optional: return child(of: node, .optional)
    case .oneOrMore: return child(of: node, .oneOrMore)
    case .anyNumber: return child(of: node, .anyNumber)
    case .wildcard: return child(of: node, .wildcard)
    }
  }

  /// The child that is entered in one way, made in its place in the chain where it is not there.
  private mutating func child(
    of parent: Int32, _ entry: Entry, _ component: Int32 = -1
  ) -> Int32 {
    var before: Int32 = -1
    var next = nodes[Int(parent)].child
    while next >= 0, nodes[Int(next)].entry.rawValue <= entry.rawValue {
      if nodes[Int(next)].entry == entry, entries[Int(next)] == component { return next }
      before = next
      next = nodes[Int(next)].sibling
    }
    let made = makeNode(entry, component)
    nodes[Int(made)].sibling = next
    if before < 0 {
      nodes[Int(parent)].child = made
    } else {
      nodes[Int(before)].sibling = made
    }
    return made
  }

  private mutating func makeNode(_ entry: Entry, _ component: Int32 = -1) -> Int32 {
    nodes.append(Node(entry: entry))
    entries.append(component)
    return Int32(truncatingIfNeeded: nodes.count - 1)
  }

  /// The pattern by which a node is entered whose entry is one.
  func component(_ node: Int32) -> PatternComponent { components[Int(entries[Int(node)])] }
}
