import JSON
import NavCore
import NavProtocol

extension Server {
  /// Whether somebody has asked for statistics in this turn: then ``give(_:)`` comes before ``seal(into:)``.
  public var wantsGauges: Bool { !stats.asked.isEmpty }

  /// Takes the shell's gauges for the statistics of this turn.
  public mutating func give(_ gauges: Gauges) { stats.gauges = gauges }

  /// Users of one answer; more come with its cursor.
  private static let usersPage = 256

  mutating func serverStats(_ json: borrowing Document, _ call: Call) throws(Refusal) {
    var after: UInt32?
    if let cursor = try call.text("cursor", json) {
      guard let uid = UInt32(cursor.string) else {
        throw call.wrong("cursor", "one that navd gave")
      }
      after = uid
    }
    stats.asked.append((call, after))
  }

  /// Answers all who asked for statistics in this turn.
  mutating func tellStats(_ effects: inout Effects) {
    let asked = stats.asked
    stats.asked.removeAll()
    for (call, after) in asked {
      let recent = stats.recentEvents(at: call.at.boot)
      answer(call, &effects) { out in
        out.append("{\"uptime\":")
        Seconds.write(max(0, call.at.boot &- stats.began.boot), into: &out)
        writeUsers(call.peer, after: after, into: &out)
        if call.peer.isAdmin { writeAll(recent, into: &out) }
        out.append("}")
      }
    }
    stats.gauges = Gauges()
  }

  /// Writes what each uid uses of what it may have: of all uids for admins, else of the caller's own.
  private func writeUsers(_ peer: Peer, after: UInt32?, into out: inout Bytes) {
    var uses: [UInt32: Use] = [:]
    for (uid, _) in stats.gauges.users { uses[uid] = Use() }
    for client in clients.values {
      uses[client.peer.uid, default: Use()].subscriptions += client.subscriptions.count
      uses[client.peer.uid, default: Use()].waits += client.waits
      if client.watchesAll != nil { uses[client.peer.uid, default: Use()].subscriptions += 1 }
    }
    for session in sessions.all {
      uses[session.uid, default: Use()].sessions += 1
      uses[session.uid, default: Use()].held += session.held.count
      uses[session.uid, default: Use()].calls += session.calls.count
      uses[session.uid, default: Use()].log += session.log.byteCount
    }
    let listed = uses.keys.filter { uid in
      (peer.isAdmin || uid == peer.uid) && after.map { uid > $0 } ?? true
    }.sorted()
    let page = listed.prefix(Server.usersPage)
    out.append(",\"users\":[")
    for (index, uid) in page.enumerated() {
      if index > 0 { out.append(",") }
      write(uses[uid] ?? Use(), of: uid, into: &out)
    }
    out.append("],\"cursor\":")
    if let last = page.last, listed.count > page.count {
      out.append(quoted: Text("\(last)"))
    } else {
      out.append("null")
    }
  }

  /// What a uid uses of the server.
  private struct Use {
    var sessions = 0
    var subscriptions = 0
    var waits = 0
    var held = 0
    var calls = 0
    var log = 0
  }

  private func write(_ use: Use, of uid: UInt32, into out: inout Bytes) {
    let gauges = stats.gauges
    let user = gauges.users[uid] ?? Gauges.User()
    out.append("{\"uid\":")
    out.append(UInt64(uid))
    let limits = user.isExempt ? (nil, nil) : (gauges.connectionLimit, gauges.outputLimit)
    Server.write(",\"connections\":", user.connections, of: limits.0, into: &out)
    Server.write(",\"output_bytes\":", user.output, of: limits.1, into: &out)
    Server.write(",\"sessions\":", use.sessions, of: WireLimits.sessionsPerUser, into: &out)
    Server.write(
      [
        (",\"subscriptions\":", use.subscriptions), (",\"waits\":", use.waits),
        (",\"held\":", use.held), (",\"unacked_calls\":", use.calls), (",\"log_bytes\":", use.log),
      ], into: &out)
    out.append("}")
  }

  private func writeAll(_ recent: Int, into out: inout Bytes) {
    let gauges = stats.gauges
    Server.write(
      [
        (",\"totals\":{\"connections\":", gauges.accepted),
        (",\"connections_refused\":", gauges.refused), (",\"connections_cut_off\":", gauges.cutOff),
        (",\"bytes_read\":", gauges.bytesRead), (",\"bytes_written\":", gauges.bytesWritten),
        (",\"lines\":", stats.lines),
        (",\"requests\":", Int(clamping: nextRequest &- stats.firstRequest)),
        (",\"events\":", stats.events), (",\"errors\":", stats.errors),
      ], into: &out)
    out.append("},\"events_per_second\":")
    Seconds.write(Int64(recent) &* 1000 / Int64(Stats.span), into: &out)
    Server.write(
      [
        (",\"queues\":{\"output_bytes\":", gauges.output),
        (",\"unanswered_bytes\":", gauges.unanswered), (",\"turns\":", gauges.turns),
        (",\"waits\":", waits.count), (",\"keys\":", keys.count),
      ], into: &out)
    out.append("},\"store\":")
    guard let store = gauges.store else {
      out.append("null")
      return
    }
    let mean = store.commits > 0 ? store.total / store.commits : 0
    Server.write(
      [
        ("{\"bytes\":", Int(clamping: store.bytes)),
        (",\"log_bytes\":", Int(clamping: store.logBytes)),
        (",\"commits\":", store.commits), (",\"commit_microseconds\":{\"last\":", store.last),
        (",\"mean\":", mean), (",\"longest\":", store.longest),
      ], into: &out)
    out.append("}}")
  }

  private static func write(_ members: [(StaticString, Int)], into out: inout Bytes) {
    for (name, value) in members {
      out.append(name)
      out.append(value)
    }
  }

  private static func write(
    _ name: StaticString, _ used: Int, of limit: Int?, into out: inout Bytes
  ) {
    out.append(name)
    out.append("{\"used\":")
    out.append(used)
    out.append(",\"limit\":")
    if let limit { out.append(limit) } else { out.append("null") }
    out.append("}")
  }
}
