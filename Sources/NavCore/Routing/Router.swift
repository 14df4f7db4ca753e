public import JSON

// Why a route wins.
//
// People write routes in several files and in any order; a router whose answer depends on that order,
// or on a hash table's, sends a link to another screen after an innocent edit. So the order is a
// property of the patterns alone: compared from the left, a literal before a param before a
// wildcard, then more constraints, then the written priority. What that order cannot decide is an
// error when the manifest is loaded, where a person reads it, and never a coin toss when a link
// arrives. Within the order every candidate is tried: a path param that does not convert means the
// next one, so `/page/:id` of an `int` and `/page/:slug` live together.
//
// The index is the order made flat: for each app one trie per kind of host (literal, wildcard, none),
// whose nodes try their children by specificity. A link's cost is its own length, whatever the
// number of routes: each step is one place in a flat array, and nothing is allocated.

/// All links of all apps, compiled into one immutable index.
public final class Router: Sendable {
  /// The compiled links; those of one app stand together in the order in which they are tried.
  public let links: [CompiledLink]
  /// For each app of the catalog, its part of ``links``.
  public let ranges: [Range<Int>]
  let index: RouteIndex
  let rows: LinkTable
  let screens: ScreenTable
  let claims: ClaimTable
  /// The roots of the three tries of each app, by the kind of host.
  let roots: Table<Int32>

  /// Compiles the links of the manifests.
  ///
  /// - Parameter problems: Receives one text for each pattern that cannot be compiled, with its place.
  public init(_ manifests: [Manifest], problems: inout [Text]) {
    var links: [CompiledLink] = []
    var ranges: [Range<Int>] = []
    var index = RouteIndex()
    var roots = Table<Int32>()
    for (app, manifest) in manifests.enumerated() {
      let start = links.count
      links += Router.compile(manifest, app, &problems).sorted { $0.precedes($1) }
      let root: InlineArray<3, Int32> = [index.makeRoot(), index.makeRoot(), index.makeRoot()]
      index.insert(links[start...]) { root[$0.hostRank] }
      for rank in root.indices { roots.append(root[rank]) }
      ranges.append(start..<links.count)
    }
    index.group(links)
    (self.links, self.ranges) = (links, ranges)
    self.index = index
    self.roots = roots
    screens = ScreenTable(manifests)
    rows = LinkTable(links, manifests, screens)
    claims = ClaimTable(manifests)
  }

  private static func compile(
    _ manifest: Manifest, _ app: Int, _ problems: inout [Text]
  ) -> [CompiledLink] {
    var compiled: [CompiledLink] = []
    for (index, screen) in manifest.screens.enumerated() {
      for (number, link) in screen.links.enumerated() {
        do throws(Refusal) {
          compiled += try PatternCompiler.compile(
            link, screen: screen, app: app, screenIndex: index, linkIndex: number)
        } catch {
          problems.append(
            Text(
              "\(manifest.path.string):\(link.place.line):\(link.place.column): "
                + error.message.string))
        }
      }
    }
    return compiled
  }

  /// The apps that claim a link, by its scheme or by its host with its port.
  public func apps(claiming link: Link) -> [Int] {
    var found = Few<Int32>(repeating: 0)
    claims.find(link, &found)
    return (0..<found.count).map { Int(found[$0]) }
  }

  /// Offers the links of an app that match, the most specific first, until one is taken.
  func walk<Taker: LinkTaker>(
    _ walk: inout RouteWalk, _ link: Link, app: Int, _ taker: inout Taker
  ) -> Bool {
    for rank in 0..<3 where walk.run(index, from: roots[app * 3 + rank], link, &taker) {
      return true
    }
    return false
  }
}
