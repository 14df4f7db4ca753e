import JSON
import NavCore
import NavProtocol

extension Server {
  /// Changes a session as a resolution says, and emits the event; a refusal changes nothing.
  mutating func apply(
    _ resolution: consuming Resolution, _ request: borrowing SendRequest, _ session: Session,
    _ call: Call, clearing notice: UInt64? = nil, _ effects: inout Effects
  ) throws(Refusal) -> SendResult {
    let manifest = resolver.manifests[resolution.app]
    try session.requireRoom(for: resolution.destination?.calls.count ?? 0, of: call.peer.uid)
    try requireShare(call.peer)
    let lifetime = request.lifetime(of: resolution, at: call.at)
    if let lifetime, lifetime < 0 {
      throw Refusal(.expired, "the payload says that it has expired")
    }
    if lifetime == 0, session.frontend == nil {
      throw Refusal(.expired, "'ttl' 0 is now or never, and no front end is there")
    }
    let tapped = request.arrival ?? resolution.tapped
    resolution.complete(tapped, manifest)
    let collapse = resolution.delivery?.collapseKey
    let mark = session.mark()
    let number = makeRequest()
    let taken: Session.Taken
    var event = spareCommands
    spareCommands = []
    defer {
      event.removeAll(keepingCapacity: event.count <= 8)
      spareCommands = event
    }
    do throws(Refusal) {
      if let collapse { session.withdraw(collapse: collapse, &event) }
      taken = try session.take(
        resolution, request, tapped, manifest, as: number,
        clearing: notice ?? session.notice(tappedBy: resolution, tapped), at: call.at, &event)
      try session.requireWithinLimit()
    } catch {
      session.restore(mark)
      throw error
    }
    session.isDirty = true
    let cause = Cause(
      origin: request.origin.word, arrival: tapped ? "tapped" : "received",
      dialect: resolution.dialect,
      activationToken: request.activationToken ?? resolution.delivery?.activationToken,
      sender: call.peer.uid)
    emit(session, event, request: number, cause, &effects)
    if taken.notice == nil, !event.isEmpty {
      session.notePerishable(lifetime: lifetime, collapse: collapse, at: call.at)
    }
    if event.isEmpty, taken.outcome == .held { wake(session, &effects) }
    session.charge(taken, to: call.peer.uid)
    if collapse != nil { settleWaits(session, &effects) }
    return SendResult(
      resolution, manifest, taken, request: number, session: session.name, rev: session.rev)
  }
}

extension Session {
  /// What became of a request.
  struct Taken {
    var outcome: SendResult.Outcome
    var notice: UInt64?
  }

  /// Does what a resolution, completed, means here; `send` keeps the result, `resolve` only shows it.
  ///
  /// - Throws: `no_match` where there is nothing to open.
  func take(
    _ resolution: borrowing Resolution, _ request: borrowing SendRequest, _ tapped: Bool,
    _ manifest: Manifest, as number: UInt64, clearing notice: UInt64? = nil, at: Moment,
    _ event: inout [Command]
  ) throws(Refusal) -> Taken {
    let lifetime = request.lifetime(of: resolution, at: at)
    var taken = Taken(outcome: .ignored)
    if let notice { seat.perform(.clearNotice(notice), &event) }
    switch (plan(resolution, tapped, manifest), resolution.destination) {
    case (.ignore, _): break
    case (.notice, _):
      var notice = Notice(id: 0)
      notice.fill(resolution, manifest, at: at, lifetime: lifetime)
      let put = seat.put(notice)
      event += put.commands
      (taken.notice, taken.outcome) = (put.id, .noticed)
    case (.hold, let destination?):
      hold(
        Held(
          request: Text("r\(number)"), screen: manifest.screens[destination.screen].name,
          params: destination.params, calls: destination.calls,
          title: resolution.delivery?.title, until: lifetime.map { at.wall &+ $0 }, at: at.wall,
          stay: request.stay))
      if frontend != nil { showOtherwise(manifest, tapped: tapped, at: at, &event) }
      taken.outcome = .held
    case (.open, let destination?):
      let stay = request.stay ?? manifest.screens[destination.screen].stay
      open(
        destination, stay: stay == 0 ? nil : stay, tapped: tapped, manifest, at: at, &event)
      taken.outcome = frontend == nil ? .queued : .delivered
    case (.nothing, _), (.hold, nil), (.open, nil):
      throw Refusal(
        .no_match,
        "the payload names nothing to open, and app '\(manifest.app.string)' has no 'default'")
    }
    if tapped { touch(at: at) }
    return taken
  }

  /// What becomes of a resolution in a session.
  enum Plan {
    case open, hold, notice, ignore, nothing
  }

  private func plan(
    _ resolution: borrowing Resolution, _ tapped: Bool, _ manifest: Manifest
  ) -> Plan {
    if let delivery = resolution.delivery {
      if delivery.nothing != nil, resolution.destination == nil { return .ignore }
      if delivery.isSilent, !tapped { return .ignore }
    }
    guard let index = resolution.destination?.screen else { return tapped ? .nothing : .notice }
    let screen = manifest.screens[index]
    if !tapped {
      switch screen.onReceived {
      case .notice: return .notice
      case .ignore: return .ignore
      case .navigate: break
      }
    }
    return allows(screen, manifest) ? .open : .hold
  }
}

extension Resolution {
  /// Goes to the app's `default` where a tap has no other place to go.
  mutating func complete(_ tapped: Bool, _ manifest: Manifest) {
    guard tapped, destination == nil, delivery?.nothing == nil,
      let index = manifest.defaultScreen
    else { return }
    destination = Destination(screen: index, params: manifest.screens[index].defaults)
  }
}

extension Session {
  /// Refuses calls beyond the number that may be un-acked, of a sender and in all.
  func requireRoom(for count: Int, of sender: UInt32) throws(Refusal) {
    guard count > 0 else { return }
    let own = calls.count { $0.sender == sender }
    if own + count > WireLimits.unackedCalls {
      throw Refusal(
        .backlog_full,
        "session '\(name.string)' has \(own) un-acked calls of uid \(sender) of "
          + "\(WireLimits.unackedCalls); its front end has to ack")
    }
    if calls.count + count > WireLimits.unackedCallsInAll {
      throw Refusal(
        .backlog_full,
        "session '\(name.string)' has \(calls.count) un-acked calls of "
          + "\(WireLimits.unackedCallsInAll) in all; its front end has to ack")
    }
  }

  /// Refuses a state that a snapshot could not hold.
  func requireWithinLimit() throws(Refusal) {
    guard !seat.isWithinLimit() else { return }
    throw Refusal(
      .too_large, "the session's state would pass \(NavigationLimits.stateBytes) bytes")
  }
}

extension Notice {
  /// Fills a notice with what a payload says.
  mutating func fill(
    _ resolution: borrowing Resolution, _ manifest: Manifest, at: Moment, lifetime: Int64?
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
