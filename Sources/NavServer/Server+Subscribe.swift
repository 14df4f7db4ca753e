import JSON
import NavCore
import NavProtocol

extension Server {
  mutating func subscribe(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let name = try call.required("session", json)
    let role = try call.word("role", json, of: ["frontend", "observer"]) ?? "observer"
    let used = clients[call.connection]?.subscriptions.count ?? 0
    guard used < WireLimits.subscriptions else {
      throw Refusal(
        .quota_exceeded,
        "this connection has \(used) subscriptions of \(WireLimits.subscriptions)")
    }
    if name == "*" {
      guard role == "observer", call.member("after", json) == nil else {
        throw Refusal(
          .invalid_params, "\"*\" is for observers, without 'after'", at: "/params/session")
      }
      subscribeAll(call, &effects)
      return
    }
    let session = try subject(name, json, call)
    let slot = session.slot
    if clients[call.connection]?.subscriptions.contains(where: { $0.session == slot }) == true {
      throw Refusal(
        .invalid_params, "this connection is subscribed to \(quoted(name)) already",
        at: "/params/session")
    }
    if role == "frontend" {
      try requireSpace()
      let manifest = try manifest(of: session)
      let said = try conditions(json, call, manifest)
      try becomeFrontend(session, json, call, &effects)
      settle(session, said, manifest, startsAnew: true, at: call.at, &effects)
    }
    let id = nextSubscription
    nextSubscription &+= 1
    clients[call.connection]?.subscriptions.append(
      Client.Subscription(
        id: id, session: slot, isFrontend: role == "frontend",
        acksByItself: role == "frontend" && session.acksByItself))
    let after = try position(json, call)
    let isResumed = after.map { has($0, session) } ?? false
    answerSubscription(
      call, id, session, resumed: isResumed, expired: after != nil && !isResumed, &effects)
    if let after, isResumed {
      if after.rev < session.rev {
        effects.lines(to: call.connection) {
          session.log.write((after.rev &+ 1)...session.rev, into: &$0)
        }
      }
    } else {
      snapshot(session, to: call.connection, &effects)
    }
    sync(session, to: call.connection, &effects)
    effects.join(call.connection, slot)
    if role == "frontend" {
      if session.acksByItself { session.acknowledge(session.rev) }
      settleWaits(session, &effects)
    }
    if syncDue == nil { syncDue = call.at.boot &+ WireLimits.syncInterval }
  }

  /// The session to subscribe to; with `app` an absent one is made.
  private mutating func subject(
    _ name: Text, _ json: borrowing Document, _ call: Call
  ) throws(Refusal) -> Session {
    do throws(Refusal) {
      return try find(name, call.peer)
    } catch {
      guard error.kind == .no_such_session, let app = try call.text("app", json) else {
        throw error
      }
      guard let index = resolver.app(named: app) else {
        throw Refusal(.no_such_app, "there is no app \(quoted(app))", at: "/params/app")
      }
      return try make(name, app: index, uid: call.peer.uid, at: call.at)
    }
  }

  private mutating func becomeFrontend(
    _ session: Session, _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    if let app = session.place, let owner = owner(ofApp: app),
      owner != call.peer.uid, !call.peer.isAdmin
    {
      throw Refusal(
        .permission_denied, "app '\(session.app.string)' is the seat of another user")
    }
    if let present = session.frontend {
      let takes = call.member("takeover", json).flatMap { json.bool($0) } ?? false
      guard takes else {
        throw Refusal(
          .session_busy,
          "session \(quoted(session.name)) has a front end; 'takeover': true takes its place")
      }
      if let old = clients[present]?.subscriptions.first(where: { $0.session == session.slot }) {
        end(present, old, reason: "takeover", &effects)
        clients[present]?.subscriptions.removeAll { $0.id == old.id }
      }
    }
    let acks = try call.word("ack", json, of: ["manual", "auto"]) ?? "manual"
    session.frontend = call.connection
    session.acksByItself = acks == "auto"
    session.activeAt = call.at.wall
  }

  /// Ends a subscription that its connection did not end.
  func end(
    _ connection: Int32, _ subscription: Client.Subscription, reason: StaticString,
    _ effects: inout Effects
  ) {
    effects.leave(connection, subscription.session)
    effects.reply(to: connection) { out in
      out.append("{\"jsonrpc\":\"2.0\",\"method\":\"ended\",\"params\":{\"sub\":\"s")
      out.append(subscription.id)
      out.append("\",\"reason\":\"")
      out.append(reason)
      out.append("\"}}")
    }
  }

  private func position(
    _ json: borrowing Document, _ call: Call
  ) throws(Refusal) -> (epoch: Text, rev: UInt64)? {
    guard let after = call.member("after", json) else { return nil }
    guard let epochNode = json.member(after, "epoch"), let epoch = json.text(epochNode),
      let revNode = json.member(after, "rev"), let rev = json.integer(revNode), rev >= 0
    else {
      throw Refusal(
        .invalid_params, "'after' is not {\"epoch\":…,\"rev\":…}", at: "/params/after")
    }
    return (epoch, UInt64(rev))
  }

  /// Whether the log has every event after a position: it is not too old, too new, or of another epoch.
  private func has(_ position: (epoch: Text, rev: UInt64), _ session: Session) -> Bool {
    guard position.epoch == epoch, position.rev <= session.rev else { return false }
    if position.rev == session.rev { return true }
    return session.log.revs.map { $0.lowerBound <= position.rev &+ 1 } ?? false
  }

  private func answerSubscription(
    _ call: Call, _ id: UInt64, _ session: Session, resumed: Bool, expired: Bool,
    _ effects: inout Effects
  ) {
    answer(call, &effects) { out in
      out.append("{\"sub\":\"s")
      out.append(id)
      out.append("\",\"session\":")
      out.append(quoted: session.name)
      out.append(resumed ? ",\"mode\":\"resumed\"" : ",\"mode\":\"snapshot\"")
      out.append(",\"rev\":")
      out.append(session.rev)
      if expired { out.append(",\"expired\":true") }
      out.append("}")
    }
  }

  /// Sends the whole state and the un-acked calls as one event that uses no rev up.
  func snapshot(_ session: Session, to connection: Int32, _ effects: inout Effects) {
    var commands: [Command] = [.reset(session.seat.state)]
    for call in session.calls where session.seat.state.entry(call.key) != nil {
      commands.append(.call(call.key, call.method))
    }
    effects.reply(to: connection) { out in
      writeEvent(session.name, session.rev, commands, request: nil, Cause(), into: &out)
    }
  }

  /// Tells a subscriber that it has everything up to a rev.
  func sync(_ session: Session, to connection: Int32, _ effects: inout Effects) {
    effects.reply(to: connection) { out in
      out.append("{\"jsonrpc\":\"2.0\",\"method\":\"sync\",\"params\":{\"session\":")
      out.append(quoted: session.name)
      out.append(",\"rev\":")
      out.append(session.rev)
      out.append("}}")
    }
  }

  private mutating func subscribeAll(_ call: Call, _ effects: inout Effects) {
    let id = nextSubscription
    nextSubscription &+= 1
    answer(call, &effects) { out in
      out.append("{\"sub\":\"s")
      out.append(id)
      out.append("\",\"session\":\"*\",\"mode\":\"snapshot\",\"rev\":null}")
    }
    for session in sessions.all
    where session.rev > 0 && reaches(call.peer, session, sending: false) {
      snapshot(session, to: call.connection, &effects)
      sync(session, to: call.connection, &effects)
      effects.join(call.connection, session.slot)
    }
    clients[call.connection]?.watchesAll = id
    observers[call.connection] = id
  }

  mutating func unsubscribe(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let name = try call.required("sub", json)
    let missing = Refusal(
      .no_such_subscription, "this connection has no subscription \(quoted(name))",
      at: "/params/sub")
    if let all = clients[call.connection]?.watchesAll, name == Text("s\(all)") {
      clients[call.connection]?.watchesAll = nil
      observers.removeValue(forKey: call.connection)
      for session in sessions.all { effects.leave(call.connection, session.slot) }
      answer(call, &effects) { $0.append("{}") }
      return
    }
    guard
      let found = clients[call.connection]?.subscriptions.first(where: {
        name == Text("s\($0.id)")
      })
    else { throw missing }
    clients[call.connection]?.subscriptions.removeAll { $0.id == found.id }
    if found.isFrontend {
      sessions[found.session]?.frontend = nil
      sessions[found.session]?.acksByItself = false
    }
    effects.leave(call.connection, found.session)
    answer(call, &effects) { $0.append("{}") }
  }
}
