public import JSON

/// Resolves links and payloads against all manifests: the catalog with its router, swapped as a whole.
public final class Resolver: Sendable {
  /// The manifests.
  public let manifests: [Manifest]
  /// Their links.
  public let router: Router
  private let byName: [Text: Int]
  private let byScreen: [Text: [Int]]
  /// The rules of each app, so that a payload costs nothing for screens without one.
  let rules: [[RuleMatch]]

  /// Makes a resolver of checked manifests.
  ///
  /// - Parameter problems: Receives a text for each pattern that cannot be used.
  public init(_ manifests: [Manifest], problems: inout [Text]) {
    self.manifests = manifests
    router = Router(manifests, problems: &problems)
    var byName: [Text: Int] = [:]
    var byScreen: [Text: [Int]] = [:]
    for (index, manifest) in manifests.enumerated() {
      byName[manifest.app] = index
      for name in manifest.screenNames.keys { byScreen[name, default: []].append(index) }
    }
    (self.byName, self.byScreen) = (byName, byScreen)
    rules = manifests.enumerated().map { app, manifest in
      manifest.screens.enumerated().flatMap { index, screen in
        screen.rules.filter { !$0.when.isEmpty }.map {
          RuleMatch(app: app, screen: index, rule: $0)
        }
      }
    }
  }

  /// Index of the app of a name.
  public func app(named name: Text) -> Int? { byName[name] }

  /// Indices of the apps that have a screen or alias of a name.
  func apps(withScreen name: Text) -> [Int] { byScreen[name] ?? [] }

  /// Resolves a link.
  ///
  /// - Parameter app: The only app to look in; nil: whichever claims it.
  /// - Throws: `bad_link`, `scheme_denied`, `host_denied`, `no_match`, `ambiguous_app`,
  ///   `origin_denied`, or what filling the params throws.
  public func resolve(
    link text: Text, app: Int? = nil, origin: OriginSet = .link, fields: [Params.Item] = [],
    quiet: [Text] = []
  ) throws(Refusal) -> Resolution {
    let base = app.flatMap { manifests[$0].base }
    let link = try Link(text, base: base)
    let claiming = router.apps(claiming: link).filter { app == nil || app == $0 }
    var found: [(link: Int, captures: [Capture])] = []
    var denied: Refusal?
    for index in claiming {
      _ = router.match(link, app: index) { number, captures in
        let candidate = router.links[number]
        let screen = manifests[index].screens[candidate.screen]
        guard screen.converts(captures) else { return false }
        guard candidate.origins.contains(origin) else {
          denied = Refusal(
            .origin_denied,
            "screen '\(screen.name.string)' may not be opened by origin '\(origin.name.string)'")
          return false
        }
        found.append((number, captures))
        return true
      }
    }
    guard let winner = found.first else {
      if let denied { throw denied }
      throw noMatch(link, app: app, claimed: !claiming.isEmpty)
    }
    guard found.count == 1 else {
      let names = found.map { manifests[router.links[$0.link].app].app.string }
      throw Refusal(
        .ambiguous_app,
        "the apps '\(names.joined(separator: "', '"))' all open \(quoted(link.href)); name one "
          + "by 'app'")
    }
    let compiled = router.links[winner.link]
    let screen = manifests[compiled.app].screens[compiled.screen]
    var resolution = Resolution(app: compiled.app, tapped: true)
    let sources = ParamSources(
      path: winner.captures, query: link.query, constraints: compiled.query.map(\.key) + quiet,
      fields: fields)
    let params = try screen.fill(sources, dropped: &resolution.dropped)
    resolution.destination = Destination(screen: compiled.screen, params: params)
    resolution.link = link.href
    return resolution
  }

  private func noMatch(_ link: Link, app: Int?, claimed: Bool) -> Refusal {
    if let app, !claimed {
      let name = manifests[app].app.string
      return link.host.isEmpty
        ? Refusal(.no_match, "app '\(name)' does not claim the scheme '\(link.scheme.string)'")
        : Refusal(.host_denied, "app '\(name)' does not claim the host \(quoted(link.host))")
    }
    return Refusal(
      .no_match,
      claimed
        ? "no screen has a link pattern that \(quoted(link.href)) matches"
        : "no app claims \(quoted(link.href)); add its scheme or host to a manifest")
  }
}
