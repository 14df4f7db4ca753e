import JSON
import NavCore

/// Which routes the cases of a test have reached.
///
/// A resolution tells its screen and link, not its pattern. Of one screen's patterns the first, in
/// matching order, that takes the link alone is the one that took it among all: what is tried before
/// it did not match.
struct RouteCoverage {
  /// A link as its screen and its number there; a pattern with variants is one.
  private struct Route: Hashable {
    var app: Int
    var screen: Int
    var link: Int
  }

  private let resolver: Resolver
  private var alone: [Route: Resolver] = [:]
  private var reached: Set<Route> = []

  init(_ resolver: Resolver) { self.resolver = resolver }

  /// Notes the route of a resolution that a link decided.
  mutating func note(_ resolution: borrowing Resolution) {
    guard let link = resolution.link, let screen = resolution.destination?.screen else { return }
    for candidate in resolver.router.links[resolver.router.ranges[resolution.app]]
    where candidate.screen == screen {
      let route = Self.route(candidate)
      if takes(route, link) {
        reached.insert(route)
        return
      }
    }
  }

  /// The routes that nothing reached, in matching order.
  var unreached: [CompiledLink] {
    var seen = reached
    return resolver.router.links.filter { seen.insert(Self.route($0)).inserted }
  }

  private static func route(_ link: CompiledLink) -> Route {
    Route(app: link.app, screen: link.screen, link: link.link)
  }

  private mutating func takes(_ route: Route, _ link: Text) -> Bool {
    let single = alone[route] ?? single(route)
    alone[route] = single
    for origin in [OriginSet.link, .push, .web, .cli, .ui] {
      do throws(Refusal) {
        _ = try single.resolve(link: link, app: 0, origin: origin)
        return true
      } catch {
        if error.kind != .origin_denied { return error.kind == .param_missing }
      }
    }
    return false
  }

  private func single(_ route: Route) -> Resolver {
    let manifest = resolver.manifests[route.app].keeping(
      link: route.link, ofScreen: route.screen)
    var problems: [Text] = []
    return Resolver([manifest], problems: &problems)
  }
}
