public import JSON

/// Resolves links and payloads against all manifests: the catalog with its router, swapped as a whole.
public struct Resolver: Sendable {
  /// The manifests.
  public let manifests: [Manifest]
  /// Their links.
  public let router: Router

  /// Makes a resolver of checked manifests.
  ///
  /// - Parameter problems: Receives a text for each pattern that cannot be used.
  public init(_ manifests: [Manifest], problems: inout [Text]) {
    self.manifests = manifests
    router = Router(manifests, problems: &problems)
  }

  /// Index of the app of a name.
  public func app(named name: Text) -> Int? { manifests.firstIndex { $0.app == name } }

  /// Resolves a link.
  ///
  /// - Parameter app: The only app to look in; nil: whichever claims it.
  /// - Throws: `bad_link`, `scheme_denied`, `host_denied`, `no_match`, `ambiguous_app`,
  ///   `origin_denied`, or what filling the params throws.
  public func resolve(
    link text: Text, app: Int? = nil, origin: OriginSet = .link, fields: [Params.Item] = []
  ) throws(Refusal) -> Resolution {
    let base = app.flatMap { manifests[$0].base }
    let link = try Link(text, base: base)
    var found: [(CompiledLink, [Capture])] = []
    var claimed = false
    var denied: Refusal?
    for index in app.map({ $0..<($0 + 1) }) ?? manifests.indices where claims(index, link) {
      claimed = true
      for candidate in router.links[router.ranges[index]] {
        guard let captures = candidate.match(link) else { continue }
        let screen = manifests[index].screens[candidate.screen]
        guard screen.converts(captures) else { continue }
        guard candidate.origins.contains(origin) else {
          denied = Refusal(
            .origin_denied,
            "screen '\(screen.name.string)' may not be opened by origin '\(origin.name.string)'")
          continue
        }
        found.append((candidate, captures))
        break
      }
    }
    guard let (winner, captures) = found.first else {
      if let denied { throw denied }
      throw noMatch(link, app: app, claimed: claimed)
    }
    guard found.count == 1 else {
      let names = found.map { manifests[$0.0.app].app.string }.joined(separator: "', '")
      throw Refusal(
        .ambiguous_app, "the apps '\(names)' all open \(quoted(link.href)); name one by 'app'")
    }
    let screen = manifests[winner.app].screens[winner.screen]
    var resolution = Resolution(app: winner.app, tapped: true)
    let sources = ParamSources(
      path: captures, query: link.query, constraints: winner.query.map(\.key), fields: fields)
    let params = try screen.fill(sources, dropped: &resolution.dropped)
    resolution.destination = Destination(screen: winner.screen, params: params)
    resolution.link = link.href
    return resolution
  }

  private func claims(_ index: Int, _ link: Link) -> Bool {
    if link.host.isEmpty { return manifests[index].schemes.contains(link.scheme) }
    let authority = link.port.isEmpty ? link.host : Text(link.host.bytes + [0x3A] + link.port.bytes)
    return manifests[index].hosts.contains { Hosts.matches($0, authority) }
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
