import JSON
import NavCore
import NavProtocol

/// Why an event came about, as its `cause` says.
struct Cause {
  var origin: Text?
  var arrival: Text?
  var dialect: Text?
  var report: Text?
  var activationToken: Text?

  func write(into out: inout Bytes) {
    var separator: StaticString = ""
    func member(_ name: StaticString, _ value: Text?, _ out: inout Bytes) {
      guard let value else { return }
      out.append(separator)
      out.append(name)
      out.append(quoted: value)
      separator = ","
    }
    out.append("{")
    member("\"origin\":", origin, &out)
    member("\"arrival\":", arrival, &out)
    member("\"dialect\":", dialect, &out)
    if let report {
      out.append(separator)
      out.append("\"report\":")
      out.append(report)
      separator = ","
    }
    member("\"activation_token\":", activationToken, &out)
    out.append("}")
  }
}

extension Server {
  /// Makes one event of the commands that a session's state has undergone.
  ///
  /// No commands make no event. The line is written once, kept for resume, stored, and fanned out.
  mutating func emit(
    _ slot: Int32, _ commands: [Command], request: Text?, _ cause: Cause,
    _ effects: inout Effects
  ) {
    guard !commands.isEmpty, let name = sessions[slot]?.name else { return }
    sessions[slot]?.rev &+= 1
    let rev = sessions[slot]?.rev ?? 0
    var line = Bytes()
    writeEvent(name, rev, commands, request: request, cause, into: &line)
    line.append(byte: 0x0A)
    let bytes = line.array(0..<line.count)
    effects.event(of: slot, bytes)
    effects.batch.changes.append(
      .put(.event, id: Server.eventRow(slot, rev), body: Server.stored(bytes, at: now.wall)))
    if let fallen = sessions[slot]?.log(bytes, at: now.wall) {
      effects.batch.changes.append(
        .delete(
          .event,
          ids: Server.eventRow(slot, fallen.lowerBound)...Server.eventRow(slot, fallen.upperBound)))
    }
    for case .call(let key, let method) in commands {
      sessions[slot]?.calls.append(Session.UnackedCall(rev: rev, key: key, method: method))
    }
    sessions[slot]?.isDirty = true
    if rev == 1 { introduce(slot, &effects) }
    if sessions[slot]?.acksByItself == true { sessions[slot]?.acknowledge(rev) }
    if sessions[slot]?.frontend == nil, let name = sessions[slot]?.app,
      let app = resolver.app(named: name), let unit = resolver.manifests[app].activationUnit
    {
      effects.activate(unit: unit, session: slot)
    }
  }

  /// Shows a session to the observers of all when its first event has been made.
  private func introduce(_ slot: Int32, _ effects: inout Effects) {
    guard let session = sessions[slot] else { return }
    for (connection, _) in observers.sorted(by: { $0.key < $1.key }) {
      guard let client = clients[connection], reaches(client.peer, session, sending: false) else {
        continue
      }
      snapshot(session, to: connection, &effects)
      sync(session, to: connection, &effects)
      effects.join(connection, slot)
    }
  }

  /// Writes a `navigate` notification.
  func writeEvent(
    _ name: Text, _ rev: UInt64, _ commands: [Command], request: Text?, _ cause: Cause,
    into out: inout Bytes
  ) {
    out.append("{\"jsonrpc\":\"2.0\",\"method\":\"navigate\",\"params\":{\"session\":")
    out.append(quoted: name)
    out.append(",\"epoch\":")
    out.append(quoted: epoch)
    out.append(",\"rev\":")
    out.append(rev)
    if let request {
      out.append(",\"request\":")
      out.append(quoted: request)
    }
    out.append(",\"commands\":")
    Command.write(commands, into: &out)
    out.append(",\"cause\":")
    cause.write(into: &out)
    out.append("}}")
  }

  static func eventRow(_ slot: Int32, _ rev: UInt64) -> Int64 {
    Int64(slot) << 40 | Int64(truncatingIfNeeded: rev & 0xFF_FFFF_FFFF)
  }

  mutating func makeRequest() -> Text {
    defer {
      nextRequest &+= 1
      requestCounterIsDirty = true
    }
    return Text("r\(nextRequest)")
  }
}
