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
// number of routes.

/// All links of all apps, compiled into one immutable index.
public final class Router: Sendable {
  /// The compiled links; those of one app stand together in the order in which they are tried.
  public let links: [CompiledLink]
  /// For each app of the catalog, its part of ``links``.
  public let ranges: [Range<Int>]
  private let indices: [[RouteIndex]]
  private let bySchemes: [Text: [Int]]
  private let byHosts: [Text: [Int]]
  private let byWildcardHosts: [(Text, Int)]

  /// Compiles the links of the manifests.
  ///
  /// - Parameter problems: Receives one text for each pattern that cannot be compiled, with its place.
  public init(_ manifests: [Manifest], problems: inout [Text]) {
    var links: [CompiledLink] = []
    var ranges: [Range<Int>] = []
    var indices: [[RouteIndex]] = []
    var bySchemes: [Text: [Int]] = [:]
    var byHosts: [Text: [Int]] = [:]
    var byWildcardHosts: [(Text, Int)] = []
    for (app, manifest) in manifests.enumerated() {
      for scheme in manifest.schemes { bySchemes[scheme, default: []].append(app) }
      for host in manifest.hosts {
        if host.bytes.starts(with: "*.".utf8) {
          byWildcardHosts.append((host, app))
        } else {
          byHosts[host, default: []].append(app)
        }
      }
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
      compiled.sort { $0.precedes($1) }
      let start = links.count
      var tries = [RouteIndex(), RouteIndex(), RouteIndex()]
      for (offset, link) in compiled.enumerated() {
        tries[link.hostRank].insert(link.segments, link: Int32(start + offset))
      }
      indices.append(tries)
      links += compiled
      ranges.append(start..<links.count)
    }
    (self.links, self.ranges, self.indices) = (links, ranges, indices)
    (self.bySchemes, self.byHosts, self.byWildcardHosts) = (bySchemes, byHosts, byWildcardHosts)
  }

  /// The apps that claim a link, by its scheme or by its host with its port.
  public func apps(claiming link: Link) -> [Int] {
    if link.host.isEmpty { return bySchemes[link.scheme] ?? [] }
    let authority = link.port.isEmpty ? link.host : Text(link.host.bytes + [0x3A] + link.port.bytes)
    var apps = byHosts[authority] ?? []
    for (pattern, app) in byWildcardHosts
    where Hosts.matches(pattern, authority) && !apps.contains(app) {
      apps.append(app)
    }
    return apps.sorted()
  }

  /// Offers the links of an app that match, the most specific first, until one is taken.
  func match(_ link: Link, app: Int, _ offer: (Int, [Capture]) -> Bool) -> Bool {
    for rank in indices[app].indices {
      let taken = indices[app][rank].walk(link.segments) { number, captures in
        let compiled = links[Int(number)]
        guard compiled.accepts(link) else { return false }
        return offer(Int(number), compiled.named(captures, link.segments))
      }
      if taken { return true }
    }
    return false
  }
}

/// What a pattern took out of a link's path: decoded texts by param name.
public struct Capture: Sendable, Equatable {
  /// The param's name.
  public var name: Text
  /// One text, or the pieces of a `+` or `*` param.
  public var texts: [Text]
}

extension CompiledLink {
  /// The captures of a walk under the names of this pattern; an optional piece that is absent gives none.
  func named(_ captures: [RouteIndex.Capture], _ path: [Text]) -> [Capture] {
    var named: [Capture] = []
    named.reserveCapacity(captures.count)
    var next = 0
    for segment in segments {
      for name in segment.names {
        guard next < captures.count else { return named }
        switch captures[next] {
        case .segments(let start, let count):
          if count > 0 {
            named.append(Capture(name: name, texts: Array(path[start..<(start + count)])))
          }
        case .text(let text): named.append(Capture(name: name, texts: [text]))
        case .none: break
        }
        next += 1
      }
    }
    return named
  }
}
