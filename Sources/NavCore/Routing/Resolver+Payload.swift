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
    if delivery.outline.screen.isPresent { return try named(delivery, apps, origin) }
    if let link = delivery.link {
      return try resolve(
        link: link, app: app ?? only, origin: origin,
        ParamGiven(delivery: delivery, quiet: delivery.usedNames))
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
    _ delivery: Delivery, _ apps: Range<Int>, _ origin: OriginSet
  ) throws(Refusal) -> Resolution {
    guard let place = try place(of: delivery, among: apps) else {
      throw Refusal(
        .screen_unknown,
        "no manifest declares a screen or alias \(quoted(delivery.screen ?? "")); add it to "
          + "'screens' or 'aliases'")
    }
    return try finish(
      app: Int(place.app), screen: Int(place.screen), ParamGiven(delivery: delivery),
      calls: delivery.calls, origin)
  }

  /// The screen which a payload names in the one of these apps that has it; nil: none has.
  private func place(
    of delivery: Delivery, among apps: Range<Int>
  ) throws(Refusal) -> NameTable.Place? {
    var only: NameTable.Place?
    for number in delivery.withTexts({ names.screens($0, delivery.outline.screen.range) }) {
      let place = names.places[number]
      guard apps.contains(Int(place.app)) else { continue }
      if only != nil { throw ambiguous(delivery.screen ?? "", apps) }
      only = place
    }
    return only
  }

  private func ambiguous(_ name: Text, _ apps: Range<Int>) -> Refusal {
    let owners = names.owners(ofScreen: name).filter { apps.contains($0) }
    let list = owners.map { manifests[$0].app.string }.joined(separator: "', '")
    return Refusal(
      .ambiguous_app, "the apps '\(list)' all have a screen \(quoted(name)); name one by 'app'")
  }

  /// Fills params and checks calls of a screen that was named.
  func finish(
    app: Int, screen index: Int, _ given: ParamGiven, calls: [Text], _ origin: OriginSet
  ) throws(Refusal) -> Resolution {
    let row = router.screens.row(app, index)
    guard row.origins.contains(origin) else {
      throw Refusal(
        .origin_denied,
        "screen '\(manifests[app].screens[index].name.string)' may not be opened by origin "
          + "'\(origin.name.string)'")
    }
    var filling = ParamFilling(row)
    filling.take(given, router.screens, quiet: given.quiet)
    let params = try router.screens.params(filling, .none, given) {
      self.manifests[app].screens[index]
    }
    var resolution = Resolution(app: app, tapped: true)
    if !filling.dropped.isEmpty { resolution.dropped = filling.dropped }
    var declared: [Text] = []
    for call in calls {
      if manifests[app].screens[index].methods.contains(call) {
        declared.append(call)
      } else {
        resolution.refused.append(call)
      }
    }
    resolution.destination = Destination(screen: index, params: params, calls: declared)
    return resolution
  }
}
