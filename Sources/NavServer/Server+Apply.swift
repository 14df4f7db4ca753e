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
    let lifetime = request.timeToLive ?? resolution.delivery?.timeToLive
    if lifetime == 0, session.frontend == nil {
      throw Refusal(.expired, "'ttl' 0 is now or never, and no front end is there")
    }
    result.request = makeRequest()
    let cause = Cause(
      origin: request.origin.name, arrival: tapped ? "tapped" : "received",
      dialect: resolution.dialect?.name, report: nil, activationToken: request.activationToken)
    var commands: [Command] = []
    if let notice { session.seat.perform(.clearNotice(notice), &commands) }
    switch plan(resolution, tapped, manifest, session) {
    case .ignore: result.outcome = "ignored"
    case .notice:
      var notice = Notice(id: 0)
      notice.fill(resolution, manifest, at: call.at, lifetime: lifetime)
      let put = session.seat.put(notice)
      commands += put.commands
      result.notice = put.id
      result.outcome = "noticed"
    case .hold(let destination, let screen):
      commands += hold(
        destination, screen, manifest, &session, request: result.request ?? "",
        title: resolution.delivery?.title, until: lifetime.map { call.at.wall &+ $0 })
      result.outcome = "held"
    case .open(let destination):
      commands += session.seat.open(destination, of: manifest)
      result.outcome = session.frontend == nil ? "queued" : "delivered"
      if tapped { session.activeAt = call.at.wall }
    case .nothing:
      throw Refusal(
        .no_match,
        "the payload names nothing to open, and app '\(manifest.app.string)' has no 'default'")
    }
    guard session.seat.isWithinLimit else {
      throw Refusal(
        .too_large, "the session's state would pass \(NavigationLimits.stateBytes) bytes")
    }
    session.isDirty = true
    sessions[slot] = session
    emit(slot, commands, request: result.request, cause, &effects)
    result.rev = sessions[slot]?.rev
    return result
  }

  /// What becomes of a resolution in a session.
  enum Plan {
    case open(Destination)
    case hold(Destination, otherwise: Int?)
    case notice
    case ignore
    case nothing
  }

  /// Decides what becomes of a resolution; `resolve` and `send` share it.
  func plan(
    _ resolution: Resolution, _ tapped: Bool, _ manifest: Manifest, _ session: Session?
  ) -> Plan {
    guard let destination = resolution.destination else {
      guard tapped else { return .notice }
      guard let index = manifest.defaultScreen else { return .nothing }
      return .open(Destination(screen: index, params: manifest.screens[index].defaults))
    }
    let screen = manifest.screens[destination.screen]
    if !tapped {
      switch screen.onReceived {
      case .notice: return .notice
      case .ignore: return .ignore
      case .navigate: break
      }
    }
    let missing = screen.requires.contains {
      session?.conditions[manifest.conditions[$0]] != true
    }
    return missing ? .hold(destination, otherwise: screen.otherwise) : .open(destination)
  }

  /// Keeps a destination until its conditions hold, and shows its `otherwise` screen once.
  private func hold(
    _ destination: Destination, _ otherwise: Int?, _ manifest: Manifest,
    _ session: inout Session, request: Text, title: Text?, until: Int64?
  ) -> [Command] {
    session.held.append(
      Session.Held(
        request: request, screen: manifest.screens[destination.screen].name,
        params: destination.params, calls: destination.calls, title: title, until: until))
    if session.held.count > 16 { session.held.removeFirst() }
    guard let otherwise else { return [] }
    let screen = manifest.screens[otherwise]
    return session.seat.open(
      Destination(screen: otherwise, params: screen.defaults), of: manifest)
  }
}

extension SendResult {
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
    if let destination = resolution.destination {
      screen = manifest.screens[destination.screen].name
      params = destination.params
      calls = destination.calls
    }
    self.at = at.wall / 1000
    until = lifetime.map { (at.wall &+ $0) / 1000 }
  }
}
