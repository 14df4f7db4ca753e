import JSON
import NavCore
import NavProtocol

extension Server {
  /// Tells where a request stands; with `wait`, when a front end has it or has acked it.
  mutating func requestGet(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let found = try logged(try call.required("request", json), call)
    let goal = try call.word("wait", json, of: ["stored", "delivered", "acked"]) ?? "stored"
    let timeout = try call.seconds("timeout", json)
    guard let rev = found.rev, call.id != .none, found.isUnder(way: goal) else {
      answer(call, &effects) { found.write(into: &$0) }
      return
    }
    var told = Bytes()
    found.write(into: &told)
    let wait = Wait(
      connection: call.connection, id: call.id, session: found.session.slot, rev: rev,
      needsAck: goal == "acked", deadline: timeout.map { call.at.boot &+ $0 }, result: told.text,
      outcome: goal == "acked" ? .acked : .delivered)
    try add(wait, "as it was")
  }

  /// Takes a request back: a held one is dropped, an un-acked one's entries and calls are taken out by an event.
  mutating func requestCancel(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let found = try logged(try call.required("request", json), call)
    let name = quoted(found.request ?? "")
    switch (found.outcome, found.rev) {
    case (.acked, _):
      throw Refusal(.cancelled, "request \(name) was acked; it cannot be taken back")
    case (.expired, _), (.notAcked, _), (.cancelled, _):
      throw Refusal(
        .cancelled, "request \(name) is over: it is \(found.outcome.word)")
    case (_, let rev?): withdraw(found.session, rev: rev, found.commands, &effects)
    case (_, nil):
      found.session.held.removeAll { $0.request == found.request }
      found.session.isDirty = true
    }
    answer(call, &effects) { $0.append("{}") }
  }

  /// Takes the entries, notices and calls of an un-acked event out again.
  private mutating func withdraw(
    _ session: Session, rev: UInt64, _ commands: [Command], _ effects: inout Effects
  ) {
    session.perishables.removeAll { $0.rev == rev }
    var event: [Command] = []
    session.withdraw(rev: rev, commands, &event)
    session.end(rev, .cancelled)
    emit(session, event, Cause(), &effects)
    settleWaits(session, &effects)
  }

  /// The request of an id among what the peer may see.
  private func logged(_ id: Text, _ call: Call) throws(Refusal) -> LoggedRequest {
    for session in sessions.all where reaches(call.peer, session, sending: false) {
      if let held = session.held.last(where: { $0.request == id }) {
        return LoggedRequest(held: held, of: session)
      }
      let manifest = session.place.map { resolver.manifests[$0] }
      guard let rev = session.rev(ofRequest: id, epoch: epoch) else { continue }
      if let found = LoggedRequest(rev: rev, of: session, manifest) { return found }
    }
    throw Refusal(
      .no_such_request, "there is no request \(quoted(id)) in the history", at: "/params/request")
  }
}

extension LoggedRequest {
  /// Whether the goal of a wait, `delivered` or `acked`, may still come.
  fileprivate func isUnder(way goal: String) -> Bool {
    switch outcome {
    case .delivered, .queued, .noticed:
      goal == "acked" || goal == "delivered" && session.frontend == nil
    default: false
    }
  }
}

extension Session {
  /// The rev of the last event that a request brought about.
  ///
  /// Lines are compared where the request stands in them: to parse them all would take too long.
  fileprivate func rev(ofRequest id: Text, epoch: Text) -> UInt64? {
    var member = Bytes()
    member.append("\"request\":")
    member.append(quoted: id)
    member.append(",")
    let wanted = member.text.bytes
    var head = Bytes()
    head.append("{\"jsonrpc\":\"2.0\",\"method\":\"navigate\",\"params\":{\"session\":")
    head.append(quoted: name)
    head.append(",\"epoch\":")
    head.append(quoted: epoch)
    head.append(",\"rev\":,")
    let before = head.count
    return log.last(with: wanted) { before + String($0).utf8.count }
  }
}
