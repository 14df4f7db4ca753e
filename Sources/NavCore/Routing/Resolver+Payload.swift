public import JSON

extension Resolver {
  /// Resolves a payload in its normal form: rules, then a screen or class name, then the link.
  ///
  /// - Parameters:
  ///   - payload: The payload as it came, for the rules.
  ///   - action: The button that was tapped, where the sender says so.
  /// - Throws: `screen_unknown`, `ambiguous_app`, `no_match`, `param_…`, or what the link throws.
  public func resolve(
    _ delivery: Delivery, payload: borrowing Document, _ root: Node, app: Int? = nil,
    origin: OriginSet = .push, action: Text? = nil
  ) throws(Refusal) -> Resolution {
    var resolution = try target(delivery, payload: payload, root, app: app, origin, action)
    resolution.dialect = delivery.dialect
    resolution.delivery = delivery
    resolution.tapped = delivery.tapped || action != nil
    return resolution
  }

  private func target(
    _ delivery: Delivery, payload: borrowing Document, _ root: Node, app: Int?,
    _ origin: OriginSet, _ action: Text?
  ) throws(Refusal) -> Resolution {
    if let action, let button = delivery.buttons.first(where: { $0.id == action }),
      let link = button.link
    {
      return try resolve(link: link, app: app ?? only, origin: origin)
    }
    let apps = app.map { $0..<($0 + 1) } ?? manifests.indices
    if let match = try rule(matching: delivery, payload, root, apps) {
      return try apply(match, delivery, payload, root, origin)
    }
    if let name = delivery.screen { return try named(name, delivery, apps, origin) }
    if let link = delivery.link {
      return try resolve(
        link: link, app: app ?? only, origin: origin, fields: delivery.fields,
        quiet: delivery.usedNames)
    }
    if let reason = delivery.nothing, app == nil, only == nil {
      throw Refusal(.no_match, "there is nothing to deliver: \(reason.string)")
    }
    guard let app = app ?? only else {
      throw Refusal(
        .no_match,
        "nothing in the payload names a screen, matches a rule or is a link; "
          + "give 'screen', a class name or a link, or name the app")
    }
    if delivery.dialect == .generic, delivery.isEmptyHanded, delivery.nothing == nil {
      throw PayloadReader.unrecognized()
    }
    var resolution = Resolution(app: app, tapped: delivery.tapped)
    if let screen = manifests[app].defaultScreen, delivery.tapped || action != nil {
      resolution.destination = Destination(
        screen: screen, params: manifests[app].screens[screen].defaults)
    }
    return resolution
  }

  private var only: Int? { manifests.count == 1 ? 0 : nil }

  private func named(
    _ name: Text, _ delivery: Delivery, _ apps: Range<Int>, _ origin: OriginSet
  ) throws(Refusal) -> Resolution {
    let found = self.apps(withScreen: name).filter { apps.contains($0) }
    guard let app = found.first, let screen = manifests[app].screenNames[name] else {
      throw Refusal(
        .screen_unknown,
        "no manifest declares a screen or alias \(quoted(name)); add it to 'screens' or 'aliases'")
    }
    guard found.count == 1 else {
      let names = found.map { manifests[$0].app.string }.joined(separator: "', '")
      throw Refusal(
        .ambiguous_app, "the apps '\(names)' all have a screen \(quoted(name)); name one by 'app'")
    }
    return try finish(
      app: app, screen: screen, fields: delivery.fields, calls: delivery.calls, origin,
      quiet: delivery.usedNames)
  }

  /// Fills params and checks calls of a screen that was named.
  func finish(
    app: Int, screen index: Int, fields: [Params.Item], calls: [Text], _ origin: OriginSet,
    quiet: [Text] = []
  ) throws(Refusal) -> Resolution {
    let screen = manifests[app].screens[index]
    guard screen.origins.contains(origin) else {
      throw Refusal(
        .origin_denied,
        "screen '\(screen.name.string)' may not be opened by origin '\(origin.name.string)'")
    }
    var resolution = Resolution(app: app, tapped: true)
    let params = try screen.fill(
      ParamSources(constraints: quiet, fields: fields), dropped: &resolution.dropped)
    resolution.refused = calls.filter { !screen.methods.contains($0) }
    resolution.destination = Destination(
      screen: index, params: params, calls: calls.filter { screen.methods.contains($0) })
    return resolution
  }
}
