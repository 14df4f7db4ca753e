import JSON
import NavCore
import NavProtocol

extension Server {
  /// Changes a session as a resolution says, and emits the event.
  mutating func apply(
    _ resolution: Resolution, _ request: SendRequest, _ slot: Int32, _ call: Call,
    clearing notice: UInt64? = nil, _ effects: inout Effects
  ) throws(Refusal) -> SendResult {
    guard var session = sessions[slot] else {
      throw Refusal(.no_such_session, "the session was closed")
    }
    let manifest = resolver.manifests[resolution.app]
    let tapped = request.arrival ?? resolution.tapped
    var result = SendResult(result: resolution, manifest, session)
    let calls = resolution.destination?.calls.count ?? 0
    guard session.calls.count + calls <= WireLimits.unackedCalls || calls == 0 else {
      throw Refusal(
        .backlog_full,
        "session '\(session.name.string)' has \(session.calls.count) un-acked calls of "
          + "\(WireLimits.unackedCalls); its front end has to ack")
    }
    let lifetime = request.lifetime(of: resolution, at: call.at)
    if let lifetime, lifetime < 0 {
      throw Refusal(.expired, "the payload says that it has expired")
    }
    if lifetime == 0, session.frontend == nil {
      throw Refusal(.expired, "'ttl' 0 is now or never, and no front end is there")
    }
    result.request = makeRequest()
    let cause = Cause(
      origin: request.origin.name, arrival: tapped ? "tapped" : "received",
      dialect: resolution.dialect?.name, report: nil,
      activationToken: request.activationToken ?? resolution.delivery?.activationToken)
    let collapse = resolution.delivery?.collapseKey
    let withdrawn = collapse.map { session.withdraw(collapse: $0) } ?? []
    var taken = try session.take(
      resolution, request, tapped, manifest, as: result.request ?? "",
      clearing: notice ?? session.notice(tappedBy: resolution, tapped), at: call.at)
    result.fill(taken, manifest)
    taken.commands = withdrawn + taken.commands
    guard session.seat.isWithinLimit else {
      throw Refusal(
        .too_large, "the session's state would pass \(NavigationLimits.stateBytes) bytes")
    }
    session.isDirty = true
    sessions[slot] = consume session
    emit(slot, taken.commands, request: result.request, cause, &effects)
    if result.notice == nil, !taken.commands.isEmpty {
      sessions[slot]?.notePerishable(lifetime: lifetime, collapse: collapse, at: call.at)
    }
    if taken.commands.isEmpty, taken.outcome.description == "held" { wake(slot, &effects) }
    result.rev = sessions[slot]?.rev
    return result
  }

  /// Starts the front end of a session that has none.
  func wake(_ slot: Int32, _ effects: inout Effects) {
    guard let session = sessions[slot], session.frontend == nil,
      let app = resolver.app(named: session.app), let unit = resolver.manifests[app].activationUnit
    else { return }
    effects.activate(unit: unit, session: slot)
  }
}

extension Session {
  /// What became of a request.
  struct Taken {
    var commands: [Command] = []
    var outcome: StaticString
    var notice: UInt64?
    /// Where it went or would go.
    var destination: Destination?
  }

  /// Does what a resolution means here; `send` keeps the result, `resolve` only shows it.
  ///
  /// - Throws: `no_match` where there is nothing to open.
  mutating func take(
    _ resolution: Resolution, _ request: SendRequest, _ tapped: Bool, _ manifest: Manifest,
    as name: Text, clearing notice: UInt64? = nil, at: Moment
  ) throws(Refusal) -> Taken {
    let lifetime = request.lifetime(of: resolution, at: at)
    var taken = Taken(outcome: "ignored")
    if let notice { seat.perform(.clearNotice(notice), &taken.commands) }
    switch plan(resolution, tapped, manifest) {
    case .ignore: break
    case .notice:
      var notice = Notice(id: 0)
      notice.fill(resolution, manifest, at: at, lifetime: lifetime)
      let put = seat.put(notice)
      taken.commands += put.commands
      (taken.notice, taken.outcome) = (put.id, "noticed")
    case .hold(let destination):
      taken.destination = destination
      hold(
        Held(
          request: name, screen: manifest.screens[destination.screen].name,
          params: destination.params, calls: destination.calls,
          title: resolution.delivery?.title, until: lifetime.map { at.wall &+ $0 }))
      if frontend != nil { taken.commands += showOtherwise(manifest, tapped: tapped, at: at) }
      taken.outcome = "held"
    case .open(let destination):
      taken.destination = destination
      let stay = request.stay ?? manifest.screens[destination.screen].stay
      taken.commands += open(
        destination, stay: stay == 0 ? nil : stay, tapped: tapped, manifest, at: at)
      taken.outcome = frontend == nil ? "queued" : "delivered"
    case .nothing:
      throw Refusal(
        .no_match,
        "the payload names nothing to open, and app '\(manifest.app.string)' has no 'default'")
    }
    if tapped { touch(at: at) }
    return taken
  }

  /// What becomes of a resolution in a session.
  enum Plan {
    case open(Destination)
    case hold(Destination)
    case notice
    case ignore
    case nothing
  }

  private func plan(_ resolution: Resolution, _ tapped: Bool, _ manifest: Manifest) -> Plan {
    if let delivery = resolution.delivery {
      if delivery.nothing != nil, resolution.destination == nil { return .ignore }
      if delivery.isSilent, !tapped { return .ignore }
    }
    guard let destination = resolution.destination ?? byDefault(tapped, manifest) else {
      return tapped ? .nothing : .notice
    }
    let screen = manifest.screens[destination.screen]
    if !tapped {
      switch screen.onReceived {
      case .notice: return .notice
      case .ignore: return .ignore
      case .navigate: break
      }
    }
    return allows(screen, manifest) ? .open(destination) : .hold(destination)
  }

  private func byDefault(_ tapped: Bool, _ manifest: Manifest) -> Destination? {
    guard tapped, let index = manifest.defaultScreen else { return nil }
    return Destination(screen: index, params: manifest.screens[index].defaults)
  }
}

extension SendResult {
  /// Tells what became of the request.
  mutating func fill(_ taken: Session.Taken, _ manifest: Manifest) {
    (outcome, notice) = (taken.outcome, taken.notice)
    guard let destination = taken.destination else { return }
    (screen, params) = (manifest.screens[destination.screen].name, destination.params)
  }

  init(result resolution: Resolution, _ manifest: Manifest, _ session: Session?) {
    app = manifest.app
    self.session = session?.name
    if let destination = resolution.destination {
      screen = manifest.screens[destination.screen].name
      params = destination.params
    }
    dropped = resolution.dropped
    refused = resolution.refused
    dialect = resolution.dialect?.name
    link = resolution.link
  }
}

extension Notice {
  /// Fills a notice with what a payload says.
  mutating func fill(
    _ resolution: Resolution, _ manifest: Manifest, at: Moment, lifetime: Int64?
  ) {
    title = resolution.delivery?.title
    body = resolution.delivery?.body
    image = resolution.delivery?.image
    buttons = resolution.delivery?.buttons ?? []
    collapse = resolution.delivery?.collapseKey
    message = resolution.messageName
    if let destination = resolution.destination {
      screen = manifest.screens[destination.screen].name
      params = destination.params
      calls = destination.calls
    }
    self.at = at.wall / 1000
    until = lifetime.map { (at.wall &+ $0 &+ 999) / 1000 }
  }
}
