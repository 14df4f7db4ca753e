import JSON
import NavCore
import NavProtocol

/// Why an event came about, as its `cause` says.
struct Cause {
  var origin: StaticString?
  var arrival: StaticString?
  var dialect: Dialect?
  /// The id of the report that it came from, as encoded JSON.
  var report: Text?
  var activationToken: Text?
  /// Who pays for the event, and whose calls are counted; not told.
  var sender: UInt32?

  func write(into out: inout Bytes) {
    out.append("{")
    let start = out.count
    Cause.write("\"origin\":", origin, start, into: &out)
    Cause.write("\"arrival\":", arrival, start, into: &out)
    Cause.write("\"dialect\":", dialect?.word, start, into: &out)
    if let report {
      if out.count > start { out.append(",") }
      out.append("\"report\":")
      out.append(report)
    }
    if let activationToken {
      if out.count > start { out.append(",") }
      out.append("\"activation_token\":")
      out.append(quoted: activationToken)
    }
    out.append("}")
  }

  @inline(__always)
  private static func write(
    _ name: StaticString, _ word: StaticString?, _ start: Int, into out: inout Bytes
  ) {
    guard let word else { return }
    if out.count > start { out.append(",") }
    out.append(name)
    out.append(quotedPlain: word)
  }
}

extension Server {
  /// Makes one event of the commands that a session's state has undergone.
  ///
  /// No commands make no event. The line is written once, kept for resume, stored, and fanned out.
  mutating func emit(
    _ session: Session, _ commands: [Command], request: UInt64? = nil, _ cause: Cause,
    _ effects: inout Effects
  ) {
    session.seat.keep()
    guard !commands.isEmpty else { return }
    let rev = session.rev &+ 1
    session.rev = rev
    stats.countEvent(at: now.boot)
    var opening = 0
    let line = effects.event(of: session.slot) { out in
      opening = writeEvent(session.name, rev, commands, request: request, cause, into: &out)
    }
    let sender = request == nil ? StoredBytes.nobody : cause.sender ?? StoredBytes.nobody
    effects.events.withSpan(line) {
      session.log(rev, at: now.wall, sender: sender, $0, opening: opening)
    }
    for case .call(let key, let method) in commands {
      session.calls.append(
        Session.UnackedCall(rev: rev, key: key, method: method, sender: cause.sender))
    }
    session.isDirty = true
    if rev == 1 { introduce(session, &effects) }
    if session.acksByItself { session.acknowledge(rev) }
    wake(session, &effects)
  }

  /// Starts the front end of a session that has none.
  func wake(_ session: Session, _ effects: inout Effects) {
    guard session.frontend == nil, let place = session.place,
      let unit = resolver.manifests[place].activationUnit
    else { return }
    effects.activate(unit: unit, session: session.slot)
  }

  /// Shows a session to the observers of all when its first event has been made.
  private func introduce(_ session: Session, _ effects: inout Effects) {
    for (connection, _) in observers.sorted(by: { $0.key < $1.key }) {
      guard let client = clients[connection], reaches(client.peer, session, sending: false) else {
        continue
      }
      snapshot(session, to: connection, &effects)
      sync(session, to: connection, &effects)
      effects.join(connection, session.slot)
    }
  }

  /// Writes a `navigate` notification.
  ///
  /// - Returns: How many bytes at its start are those of all of the session: what stands before the rev.
  @discardableResult
  func writeEvent(
    _ name: Text, _ rev: UInt64, _ commands: [Command], request: UInt64?, _ cause: Cause,
    into out: inout Bytes
  ) -> Int {
    let start = out.count
    out.append("{\"jsonrpc\":\"2.0\",\"method\":\"navigate\",\"params\":{\"session\":")
    out.append(quoted: name)
    out.append(",\"epoch\":")
    out.append(quoted: epoch)
    out.append(",\"rev\":")
    let opening = out.count &- start
    out.append(rev)
    if let request {
      out.append(",\"request\":")
      Server.write(request: request, into: &out)
    }
    out.append(",\"commands\":")
    Command.write(commands, into: &out)
    out.append(",\"cause\":")
    cause.write(into: &out)
    out.append("}}")
    return opening
  }

  static func eventRow(_ slot: Int32, _ rev: UInt64) -> Int64 {
    Int64(slot) << 40 | Int64(truncatingIfNeeded: rev & 0xFF_FFFF_FFFF)
  }

  /// Writes a request's id, quoted.
  static func write(request: UInt64, into out: inout Bytes) {
    out.append("\"r")
    out.append(request)
    out.append("\"")
  }

  mutating func makeRequest() -> UInt64 {
    defer {
      nextRequest &+= 1
      requestCounterIsDirty = true
    }
    return nextRequest
  }
}
