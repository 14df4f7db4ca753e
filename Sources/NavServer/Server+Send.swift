import JSON
import NavCore
import NavProtocol

extension Server {
  mutating func sendBare(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    try perform(SendRequest(bare: json), json, call, &effects)
  }

  mutating func send(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    try perform(try SendRequest.read(json, call, resolver), json, call, &effects)
  }

  /// Carries a request out and answers it, now or when what it waits for has happened.
  private mutating func perform(
    _ request: borrowing SendRequest, _ json: borrowing Document, _ call: Call,
    _ effects: inout Effects
  ) throws(Refusal) {
    guard !isDraining else { throw Refusal(.busy, "navd is stopping; send again in a moment") }
    let given = request.key.map { Text("\(call.peer.uid) \($0.string)") }
    if let given, repeats(given, call, &effects) { return }
    switch request.target {
    case .seat, .named: break
    case .list(let names): return try perform(request, in: names, json, call, &effects)
    case .every:
      return try perform(request, in: everySession(of: request, call), json, call, &effects)
    }
    let meant = request.session.map { self.meant($0, call.peer) }
    if let meant { sessions.prefetch(meant) }
    let delivery = try delivery(request, json)
    let named = try existing(request.session, meant, call)
    named?.prefetchParts()
    let resolution = try resolution(of: request, in: named, json, call, delivery)
    let stack = named?.prefetchEntries()
    let app = resolver.manifests[resolution.app].app
    let tapped = request.arrival ?? resolution.tapped
    let keyID = given ?? resolution.messageKey(app: app, tapped: tapped)
    if given == nil, let keyID, repeats(keyID, call, &effects) { return }
    if let named, let stack { named.prefetchParams(stack) }
    try requireSpace()
    let firstNew = sessions.nextSlot
    let session =
      if let named { named } else {
        try makeTarget(request.session, resolution.app, call)
      }
    do throws(Refusal) {
      let result = try apply(resolution, request, session, call, &effects)
      conclude(result, keyID, request, session, call, &effects)
    } catch {
      if session.slot >= firstNew { sessions.remove(session.slot) }
      throw error
    }
  }

  /// Answers with the first result of a key, where there is one.
  private func repeats(_ keyID: Text, _ call: Call, _ effects: inout Effects) -> Bool {
    guard let stored = keys[keyID], stored.until > call.at.wall else { return false }
    let result = SendResult.retell(stored.result, outcome: .duplicate)
    answer(call, &effects) { $0.append(result) }
    return true
  }

  private func everySession(of request: borrowing SendRequest, _ call: Call) -> [Text] {
    guard let app = request.app else { return [] }
    let name = resolver.manifests[app].app
    return sessions.all.filter {
      $0.app == name && reaches(call.peer, $0, sending: true)
    }.map(\.fullName)
  }

  private mutating func perform(
    _ request: borrowing SendRequest, in names: [Text], _ json: borrowing Document, _ call: Call,
    _ effects: inout Effects
  ) throws(Refusal) {
    try requireSpace()
    var results = Bytes()
    results.append("[")
    results.append(list: names) { results, name in
      do throws(Refusal) {
        let session = try find(name, call.peer, sending: true)
        let resolution = try resolution(of: request, in: session, json, call)
        try apply(resolution, request, session, call, &effects).write(into: &results)
      } catch {
        results.append("{\"error\":")
        error.write(into: &results)
        results.append("}")
      }
    }
    results.append("]")
    let text = results.text
    if let key = request.key {
      remember(Text("\(call.peer.uid) \(key.string)"), text, call, &effects)
    }
    answer(call, &effects) { $0.append(text) }
  }

  /// Remembers a result under its key, and answers with it, now or when what is waited for has happened.
  private mutating func conclude(
    _ result: borrowing SendResult, _ keyID: Text?, _ request: borrowing SendRequest,
    _ session: Session, _ call: Call, _ effects: inout Effects
  ) {
    guard keyID != nil || request.wait != .stored else {
      answer(call, &effects) { result.write(into: &$0) }
      return
    }
    var written = Bytes()
    result.write(into: &written)
    let text = written.text
    if let keyID { remember(keyID, text, call, &effects) }
    let mustWait =
      switch request.wait {
      case .stored: false
      case .delivered: session.frontend == nil
      case .acked: session.acked < (result.rev ?? 0)
      }
    guard mustWait, let rev = result.rev, call.id != .none else {
      answer(call, &effects) { $0.append(text) }
      return
    }
    let wait = Wait(
      connection: call.connection, id: call.id, session: session.slot, rev: rev,
      needsAck: request.wait == .acked,
      deadline: request.timeout.map { call.at.boot &+ $0 }, result: text)
    do throws(Refusal) {
      try add(wait, "stored and not waited for")
    } catch {
      refuse(call, error, &effects)
    }
  }

  mutating func remember(
    _ keyID: Text, _ result: Text, _ call: Call, _ effects: inout Effects
  ) {
    let row = nextKeyRow
    nextKeyRow &+= 1
    let stored = StoredKey(
      row: row, until: call.at.wall &+ WireLimits.keyLifetime, result: result, uid: call.peer.uid)
    paid.charge(stored.uid, stored.size(with: keyID))
    if let old = keys.updateValue(stored, forKey: keyID) {
      paid.charge(old.uid, -old.size(with: keyID))
      effects.delete(.key, old.row...old.row)
    }
    effects.put(.key, row) { body in
      body.append("{\"key\":")
      body.append(quoted: keyID)
      body.append(",\"until\":")
      body.append(stored.until)
      body.append(",\"uid\":")
      body.append(UInt64(stored.uid))
      body.append(",\"result\":")
      body.append(result)
      body.append("}")
    }
  }

  /// The payload of a request in its normal form; nil for a link.
  private mutating func delivery(
    _ request: borrowing SendRequest, _ json: borrowing Document
  ) throws(Refusal) -> Delivery? {
    guard case .payload(let node) = request.content else { return nil }
    return try payloads.read(json, node, dialect: request.dialect)
  }

  /// What a request means, by the manifests; a payload is read unless its normal form is given.
  func resolution(
    of request: borrowing SendRequest, in session: Session?, _ json: borrowing Document,
    _ call: Call, _ known: Delivery? = nil
  ) throws(Refusal) -> Resolution {
    var app = request.app
    if let session {
      guard let place = session.place else {
        throw Refusal(
          .no_such_app, "the manifest of app '\(session.app.string)' is no longer there",
          at: "/params/session")
      }
      if let app, app != place {
        throw Refusal(
          .invalid_params,
          "session \(quoted(session.name)) is of app '\(session.app.string)'", at: "/params/app")
      }
      app = place
    }
    switch request.content {
    case .link(let link):
      return try resolver.resolve(link: link, app: app, origin: request.origin)
    case .payload(let node):
      let delivery: Delivery
      if let known {
        delivery = known
      } else {
        delivery = try PayloadReader.read(json, node, dialect: request.dialect)
      }
      return try resolver.resolve(
        delivery, payload: json, node, app: app, origin: request.origin,
        action: request.action ?? delivery.action)
    }
  }

  /// The session that a request names, where it exists; nil also for one that is yet to be made.
  func existing(_ name: Text?, _ call: Call) throws(Refusal) -> Session? {
    try existing(name, name.map { meant($0, call.peer) }, call)
  }

  private func existing(
    _ name: Text?, _ meant: OwnedName?, _ call: Call
  ) throws(Refusal) -> Session? {
    guard let name, let meant else { return nil }
    do throws(Refusal) {
      return try find(meant, name, call.peer, sending: true)
    } catch {
      guard error.kind == .no_such_session, Session.split(fullName: name) == nil else {
        throw error
      }
      return nil
    }
  }

  /// The session that a request goes to when the one that it names does not exist, or it names none.
  private mutating func makeTarget(
    _ name: Text?, _ app: Int, _ call: Call
  ) throws(Refusal) -> Session {
    guard let name else {
      try requireSender(app, call.peer)
      if let seat = seat(of: app, call.peer) { return seat }
      let owner = seatOwner(app, call.peer)
      return try make(resolver.manifests[app].app, app: app, uid: owner, at: call.at)
    }
    let owner = seatOwner(app, call.peer)
    guard owner == call.peer.uid || call.peer.isAdmin || call.peer.isSender else {
      return try find(name, call.peer, sending: true)
    }
    return try make(name, app: app, uid: owner, at: call.at)
  }
}
