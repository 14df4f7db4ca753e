import JSON

/// Links of one path that a query key tells apart, such as `app://action` with its `navigationKey`.
///
/// They all end at one node. Where they are many, the walk asks only those with the link's own value.
extension RouteIndex {
  /// So many links may end at a node without a group.
  private static let most = 8

  struct Group: BitwiseCopyable {
    var node: Int32
    /// Index into ``groupKeys``.
    var key: Int32
    /// The first link of the node that is not of the group; -1: none.
    var rest: Int32
  }

  /// Groups the first links of each node as far as all of them ask the same query key first.
  mutating func group(_ links: [CompiledLink]) {
    for number in 0..<nodes.count where nodes[number].leaf >= 0 {
      guard let key = links[Int(nodes[number].leaf)].query.first?.key else { continue }
      var run: [Int32] = []
      var leaf = nodes[number].leaf
      while leaf >= 0, links[Int(leaf)].query.first?.key == key {
        run.append(leaf)
        leaf = nextLeaf[Int(leaf)]
      }
      guard run.count > RouteIndex.most else { continue }
      let node = Int32(truncatingIfNeeded: number)
      addGroup(Group(node: node, key: Int32(truncatingIfNeeded: groupKeys.count), rest: leaf), key)
      while nextOfGroup.count < links.count { nextOfGroup.append(-1) }
      // From the last, so that the first of a value ends up in front.
      for leaf in run.reversed() {
        guard let value = links[Int(leaf)].query.first?.value else { continue }
        let first = members.value(node, value, orInsert: leaf)
        guard first != leaf else { continue }
        nextOfGroup[Int(leaf)] = first
        members.replace(node, value, leaf)
      }
    }
  }

  /// The first link to ask of a node's group, by the one value that a link has for the group's key (-1:
  /// none is to be asked), and the first link behind the group; nil where the link has the key several
  /// times, so that all of the group are to be asked.
  func first(_ node: Int32, of link: Link) -> (leaf: Int32, rest: Int32)? {
    var low = 0
    var high = groups.count
    while low < high {
      let middle = (low + high) / 2
      if groups[middle].node < node { low = middle + 1 } else { high = middle }
    }
    let group = groups[low]
    let text = link.text.span
    var found: Range<Int>?
    var position = link.query.start
    while let (name, value) = link.query.pair(text, &position) {
      guard equal(text, name, groupKeys[Int(group.key)]) else { continue }
      if found != nil { return nil }
      found = value
    }
    return (found.map { members.value(node, text, $0) } ?? -1, group.rest)
  }
}
