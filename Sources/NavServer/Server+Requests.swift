import JSON
import NavCore
import NavProtocol

/// A request as the log knows it: no row of its own, its event (or its place among the held) is the record.
struct LoggedRequest {
  var request: Text
  var slot: Int32
  var rev: UInt64?
  var outcome: StaticString
  /// Unix milliseconds; nil for a held one.
  var at: Int64?
  var cause: Text
  var commands: [Command]

  func write(session: Text, into out: inout Bytes) {
    out.append("{\"request\":")
    out.append(quoted: request)
    out.append(",\"session\":")
    out.append(quoted: session)
    out.append(",\"outcome\":\"")
    out.append(outcome)
    out.append("\",\"rev\":")
    if let rev { out.append(rev) } else { out.append("null") }
    out.append(",\"at\":")
    if let at { Seconds.write(at, into: &out) } else { out.append("null") }
    out.append(",\"cause\":")
    out.append(cause)
    out.append(",\"commands\":")
    Command.write(commands, into: &out)
    out.append("}")
  }
}

extension Server {
  mutating func requestGet(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let found = try logged(try call.required("request", json), call)
    let name = sessions[found.slot]?.name ?? ""
    answer(call, &effects) { found.write(session: name, into: &$0) }
  }

  mutating func requestList(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    try list("requests", json, call, &effects) { $0.request.isEmpty ? false : true }
  }

  mutating func history(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    try list("events", json, call, &effects) { _ in true }
  }

  /// Lists what the log has, the newest first, a page at a time; the cursor is `slot.rev` of the last.
  private mutating func list(
    _ member: StaticString, _ json: borrowing Document, _ call: Call, _ effects: inout Effects,
    where wanted: (LoggedRequest) -> Bool
  ) throws(Refusal) {
    let limit = min(max(Int(clamping: try call.rev("limit", json) ?? 50), 1), 100)
    let since = try call.seconds("since", json)
    let outcome = try call.word(
      "outcome", json, of: ["delivered", "queued", "held", "noticed", "acked"])
    let listed =
      if let name = try call.text("session", json) {
        [try find(name, call.peer)]
      } else {
        sessions.all.filter { reaches(call.peer, $0, sending: false) }
      }
    var skip = try call.text("cursor", json).flatMap { Int($0.string) } ?? 0
    let start = skip
    var page: [(Text, LoggedRequest)] = []
    var more = false
    scan: for session in listed {
      for item in heldRequests(session) + loggedRequests(session, since: since) {
        guard wanted(item), outcome.map({ $0 == item.outcome.description }) ?? true else {
          continue
        }
        if skip > 0 {
          skip -= 1
        } else if page.count < limit {
          page.append((session.name, item))
        } else {
          more = true
          break scan
        }
      }
    }
    answer(call, &effects) { out in
      out.append("{\"")
      out.append(member)
      out.append("\":[")
      for (index, item) in page.enumerated() {
        if index > 0 { out.append(",") }
        item.1.write(session: item.0, into: &out)
      }
      out.append("],\"cursor\":")
      if more {
        out.append("\"")
        out.append(start + page.count)
        out.append("\"")
      } else {
        out.append("null")
      }
      out.append("}")
    }
  }

  /// Takes a request back: a held one is dropped, an un-acked one's entries and calls are taken out by an event.
  mutating func requestCancel(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let found = try logged(try call.required("request", json), call)
    if found.rev == nil {
      sessions[found.slot]?.held.removeAll { $0.request == found.request }
      sessions[found.slot]?.isDirty = true
    } else {
      guard found.outcome.description != "acked", let rev = found.rev else {
        throw Refusal(
          .cancelled, "request \(quoted(found.request)) was acked; it cannot be taken back")
      }
      withdraw(found.slot, rev: rev, found.commands, &effects)
    }
    answer(call, &effects) { $0.append("{}") }
  }

  /// Takes the entries, notices and calls of an un-acked event out again.
  mutating func withdraw(
    _ slot: Int32, rev: UInt64, _ commands: [Command], _ effects: inout Effects
  ) {
    guard let session = sessions[slot] else { return }
    session.perishables.removeAll { $0.rev == rev }
    var event: [Command] = []
    session.withdraw(rev: rev, commands, &event)
    emit(session, event, Cause(), &effects)
  }

  /// The request of an id among what the peer may see.
  private func logged(_ id: Text, _ call: Call) throws(Refusal) -> LoggedRequest {
    for session in sessions.all where reaches(call.peer, session, sending: false) {
      let all = heldRequests(session) + loggedRequests(session, since: nil)
      if let found = all.first(where: { $0.request == id }) { return found }
    }
    throw Refusal(
      .no_such_request, "there is no request \(quoted(id)) in the history", at: "/params/request")
  }

  private func heldRequests(_ session: Session) -> [LoggedRequest] {
    session.held.reversed().map {
      LoggedRequest(
        request: $0.request, slot: session.slot, rev: nil, outcome: "held", at: nil, cause: "{}",
        commands: [])
    }
  }

  private func loggedRequests(_ session: Session, since: Int64?) -> [LoggedRequest] {
    var list: [LoggedRequest] = []
    let held = Set(session.held.map(\.request))
    let manifest = session.place.map { resolver.manifests[$0] }
    guard let revs = session.log.revs else { return [] }
    for rev in revs.reversed() {
      let at = session.log.time(of: rev) ?? 0
      if let since, at < since { break }
      session.log.parse(rev) { json in
        guard let params = json.member(json.root, "params") else { return }
        let request = json.member(params, "request").flatMap { json.text($0) } ?? ""
        if held.contains(request) { return }
        let commands = Command.list(json, params).map { manifest?.withoutSecrets($0) ?? $0 }
        let isNotice = commands.contains { if case .notice = $0 { true } else { false } }
        let outcome: StaticString =
          rev <= session.acked
          ? "acked" : isNotice ? "noticed" : session.frontend != nil ? "delivered" : "queued"
        list.append(
          LoggedRequest(
            request: request, slot: session.slot, rev: rev, outcome: outcome, at: at,
            cause: json.member(params, "cause").map { json.encoded($0) } ?? "{}",
            commands: commands))
      }
    }
    return list
  }
}
