public import JSON

/// Resolves links and payloads against all manifests: what is in force, swapped as a whole.
public final class Resolver: Sendable {
  /// The manifests.
  public let manifests: [Manifest]
  /// Their links.
  public let router: Router
  let names: NameTable
  /// The rules of each app, so that a payload costs nothing for screens without one.
  let rules: [[RuleMatch]]

  /// Makes a resolver of checked manifests.
  ///
  /// - Parameter problems: Receives a text for each pattern that cannot be used.
  public init(_ manifests: [Manifest], problems: inout [Text]) {
    self.manifests = manifests
    router = Router(manifests, problems: &problems)
    names = NameTable(manifests)
    rules = manifests.enumerated().map { app, manifest in
      manifest.screens.enumerated().flatMap { index, screen in
        screen.rules.filter { !$0.when.isEmpty }.map {
          RuleMatch(app: app, screen: index, rule: $0)
        }
      }
    }
  }

  /// Index of the app of a name.
  public func app(named name: Text) -> Int? { names.app(name) }

  /// Indices of the apps that have a screen or alias of a name.
  public func apps(withScreen name: Text) -> [Int] { names.owners(ofScreen: name) }

  /// Resolves a link.
  ///
  /// - Parameter app: The only app to look in; nil: whichever claims it.
  /// - Throws: `bad_link`, `scheme_denied`, `host_denied`, `no_match`, `ambiguous_app`,
  ///   `origin_denied`, or what filling the params throws.
  public func resolve(
    link text: Text, app: Int? = nil, origin: OriginSet = .link
  ) throws(Refusal) -> Resolution {
    try resolve(link: text, app: app, origin: origin, ParamGiven())
  }

  /// Resolves a link beside which values are given.
  func resolve(
    link text: Text, app: Int?, origin: OriginSet, _ given: ParamGiven
  ) throws(Refusal) -> Resolution {
    let link = try Link(text, base: app.flatMap { manifests[$0].base })
    var claiming = Few<Int32>(repeating: 0)
    router.claims.find(link, &claiming)
    var search = LinkSearch(self, origin)
    var walk = RouteWalk(link.path)
    var isClaimed = false
    for place in 0..<claiming.count where app == nil || app == Int(claiming[place]) {
      isClaimed = true
      if router.walk(&walk, link, app: Int(claiming[place]), &search) { break }
    }
    guard search.taken >= 0 else {
      if search.denied >= 0 { throw originDenied(router.rows.rows[Int(search.denied)], origin) }
      throw noMatch(
        link, text, app: app, claimed: isClaimed, search.misfit >= 0 ? search.misfit : walk.furthest
      )
    }
    let row = router.rows.rows[Int(search.taken)]
    if app == nil, claiming.count > 1 { try checkAlone(link, claiming, origin) }
    var filling = ParamFilling(row.target)
    filling.take(walk.captures, of: row, router.rows)
    filling.take(queryOf: link, router.screens, router.rows, row, quiet: given.quiet)
    if !given.isEmpty {
      filling.take(given, router.screens, quiet: given.quiet + router.rows.keys(row))
    }
    let params = try router.screens.params(filling, link, given) {
      self.manifests[Int(row.app)].screens[Int(row.screen)]
    }
    var resolution = Resolution(app: Int(row.app), tapped: true)
    if !filling.dropped.isEmpty { resolution.dropped = filling.dropped }
    resolution.destination = Destination(screen: Int(row.screen), params: params)
    resolution.link = link.href
    return resolution
  }

  /// Refuses a link that several apps open.
  private func checkAlone(
    _ link: Link, _ claiming: borrowing Few<Int32>, _ origin: OriginSet
  ) throws(Refusal) {
    var names: [String] = []
    for place in 0..<claiming.count {
      var search = LinkSearch(self, origin)
      var walk = RouteWalk(link.path)
      let app = Int(claiming[place])
      if router.walk(&walk, link, app: app, &search) {
        names.append(manifests[app].app.string)
      }
    }
    guard names.count > 1 else { return }
    throw Refusal(
      .ambiguous_app,
      "the apps '\(names.joined(separator: "', '"))' all open \(quoted(link.href)); name one "
        + "by 'app'")
  }

  private func originDenied(_ row: LinkTable.Row, _ origin: OriginSet) -> Refusal {
    let screen = manifests[Int(row.app)].screens[Int(row.screen)].name
    return Refusal(
      .origin_denied,
      "screen '\(screen.string)' may not be opened by origin '\(origin.name.string)'")
  }

  /// Nothing matches: with the offset of the scheme or host that nobody claims, or of the piece of the
  /// path with which no pattern goes on, or that has not its param's type.
  private func noMatch(
    _ link: Link, _ given: Text, app: Int?, claimed: Bool, _ furthest: Int
  ) -> Refusal {
    let place = claimed ? link.serialized(furthest) : link.authority.lowerBound
    let offset = Link.offset(of: place, in: link.href.bytes, given)
    if let app, !claimed {
      let name = manifests[app].app.string
      return link.authority.isEmpty
        ? Refusal(
          .no_match, "app '\(name)' does not claim the scheme '\(link.scheme.string)'",
          offset: offset)
        : Refusal(
          .host_denied, "app '\(name)' does not claim the host \(quoted(link.host))",
          offset: offset)
    }
    return Refusal(
      .no_match,
      claimed
        ? "no screen has a link pattern that \(quoted(link.href)) matches"
        : "no app claims \(quoted(link.href)); add its scheme or host to a manifest",
      offset: offset)
  }
}
