import JSON
import NavCore
import NavProtocol

extension Server {
  /// Whether a peer may act on a session.
  func reaches(_ peer: Peer, _ session: Session, sending: Bool) -> Bool {
    peer.isAdmin || session.uid == peer.uid || (sending && peer.isSender)
  }

  /// A session by its name, bare or `name@UID`.
  ///
  /// - Throws: `no_such_session` also for one that the peer may not see; `ambiguous_session`.
  func find(_ name: Text, _ peer: Peer, sending: Bool = false) throws(Refusal) -> Session {
    try find(meant(name, peer), name, peer, sending: sending)
  }

  /// Whose session a name means first: the one of `name@UID`, or the peer's own.
  func meant(_ name: Text, _ peer: Peer) -> OwnedName {
    if let (bare, uid) = Session.split(fullName: name) { return OwnedName(bare, of: uid) }
    return OwnedName(name, of: peer.uid)
  }

  /// A session by its name and by what it means first.
  func find(
    _ meant: OwnedName, _ name: Text, _ peer: Peer, sending: Bool
  ) throws(Refusal) -> Session {
    if let found = sessions[meant] {
      if reaches(peer, found, sending: sending) { return found }
    } else if peer.isAdmin || (sending && peer.isSender), Session.split(fullName: name) == nil {
      let found = sessions.named(name).filter { reaches(peer, $0, sending: sending) }
      if found.count == 1 { return found[0] }
      guard found.isEmpty else {
        let list = found.map(\.fullName.string).sorted().joined(separator: "', '")
        throw Refusal(
          .ambiguous_session, "several sessions have that name: '\(list)'; give one in full",
          at: "/params/session")
      }
    }
    throw Refusal(
      .no_such_session, "there is no session \(quoted(name)); 'session.list' shows them",
      at: "/params/session")
  }

  /// Makes a session of an app.
  ///
  /// - Throws: `invalid_params` for a name that is none; `quota_exceeded`; `not_durable`.
  mutating func make(_ name: Text, app: Int, uid: UInt32, at: Moment) throws(Refusal) -> Session {
    try requireSpace()
    guard Server.isSessionName(name) else {
      throw Refusal(
        .invalid_params,
        "\(quoted(name)) is no session name; use letters, digits, '.', '_' and '-', at most 64",
        at: "/params/session")
    }
    let used = sessions.count(of: uid)
    guard used < WireLimits.sessionsPerUser else {
      throw Refusal(
        .quota_exceeded, "uid \(uid) has \(used) sessions of \(WireLimits.sessionsPerUser)")
    }
    let manifest = resolver.manifests[app]
    let session = Session(
      slot: sessions.nextSlot, name: name, uid: uid, app: manifest.app,
      seat: Seat(first: manifest), changed: changed, paid: paid)
    session.place = app
    session.activeAt = at.wall
    session.isDirty = true
    sessions.insert(session)
    return session
  }

  static func isSessionName(_ name: Text) -> Bool {
    guard let first = name.bytes.first, name.count <= 64, isWord(first) else { return false }
    return name.bytes.allSatisfy {
      isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// The uid whose seat an app is; nil where its manifest names no user.
  func owner(ofApp app: Int) -> UInt32? {
    guard let user = resolver.manifests[app].user else { return nil }
    return accounts[user] ?? UInt32(user.string)
  }

  /// The uid that an app's seat belongs to when this peer sends to it.
  func seatOwner(_ app: Int, _ peer: Peer) -> UInt32 { owner(ofApp: app) ?? peer.uid }

  /// The session that a send to an app goes to when it names none: one with a front end, then the one last
  /// active.
  ///
  /// Source: the protocol's "Which session".
  func seat(of app: Int, _ peer: Peer) -> Session? {
    let found = sessions.of(app: resolver.manifests[app].app, uid: seatOwner(app, peer))
    return found.count < 2
      ? found.first
      : found.max {
        ($0.frontend != nil ? 1 : 0, $0.activeAt, -$0.slot)
          < ($1.frontend != nil ? 1 : 0, $1.activeAt, -$1.slot)
      }
  }

  /// Refuses who may not send to the seat that an app is.
  func requireSender(_ app: Int, _ peer: Peer) throws(Refusal) {
    guard seatOwner(app, peer) == peer.uid || peer.isAdmin || peer.isSender else {
      let manifest = resolver.manifests[app]
      throw Refusal(
        .permission_denied,
        "app '\(manifest.app.string)' is the seat of '\(manifest.user?.string ?? "")'; "
          + "members of the group 'navd-send' may send to it")
    }
  }

  mutating func sessionGet(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let session = try find(try call.required("session", json), call.peer)
    let epoch = epoch
    answer(call, &effects) { out in
      out.append("{\"session\":")
      out.append(quoted: session.name)
      out.append(",\"app\":")
      out.append(quoted: session.app)
      out.append(",\"rev\":")
      out.append(session.rev)
      out.append(",\"epoch\":")
      out.append(quoted: epoch)
      out.append(",\"state\":")
      session.seat.state.write(into: &out)
      out.append(",\"conditions\":")
      Server.write(session.known, into: &out)
      out.append(",\"user\":")
      if let user = session.user { out.append(quoted: user) } else { out.append("null") }
      out.append(",\"held\":[")
      out.append(list: session.held) { out, held in
        out.append("{\"request\":")
        out.append(quoted: held.request)
        out.append(",\"screen\":")
        out.append(quoted: held.screen)
        out.append("}")
      }
      out.append("],\"frontend\":")
      out.append(session.frontend == nil ? "false" : "true")
      out.append(",\"active_at\":")
      Seconds.write(session.activeAt, into: &out)
      out.append("}")
    }
  }

  static func write(_ conditions: [Text: Bool], into out: inout Bytes) {
    out.append("{")
    out.append(list: conditions.keys.sorted()) { out, name in
      out.append(quoted: name)
      out.append(conditions[name] == true ? ":true" : ":false")
    }
    out.append("}")
  }

  mutating func sessionList(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let limit = min(max(Int(try call.rev("limit", json) ?? 100), 1), 100)
    let cursor = try call.text("cursor", json)
    let after = cursor.flatMap { Int32($0.string) } ?? 0
    let seen = sessions.all.filter { $0.slot > after && reaches(call.peer, $0, sending: false) }
    let page = seen.prefix(limit)
    answer(call, &effects) { out in
      out.append("{\"sessions\":[")
      out.append(list: page) { out, session in
        out.append("{\"session\":")
        out.append(quoted: session.fullName)
        out.append(",\"app\":")
        out.append(quoted: session.app)
        out.append(",\"rev\":")
        out.append(session.rev)
        out.append(",\"acked\":")
        out.append(session.acked)
        out.append(",\"frontend\":")
        out.append(session.frontend == nil ? "false" : "true")
        out.append("}")
      }
      out.append("],\"cursor\":")
      if seen.count > page.count, let last = page.last {
        out.append("\"")
        out.append(Int(last.slot))
        out.append("\"")
      } else {
        out.append("null")
      }
      out.append("}")
    }
  }

  mutating func sessionClose(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let session = try find(try call.required("session", json), call.peer)
    let slot = session.slot
    sessions.remove(slot)
    for (id, client) in clients {
      for subscription in client.subscriptions where subscription.session == slot {
        end(id, subscription, reason: "closed", &effects)
      }
      clients[id]?.subscriptions.removeAll { $0.session == slot }
      if client.watchesAll != nil { effects.leave(id, slot) }
    }
    endWaits(session, rev: nil, Refusal(.no_such_session, "the session was closed"), &effects)
    effects.delete(.session, Int64(slot)...Int64(slot))
    requestCounterIsDirty = true
    effects.delete(.event, Server.eventRow(slot, 0)...Server.eventRow(slot, .max))
    answer(call, &effects) { $0.append("{}") }
  }
}
