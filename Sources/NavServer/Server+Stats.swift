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
    var logs: [UInt32: (bytes: Int, held: Int)] = [:]
    for session in sessions.all {
      logs[session.uid, default: (0, 0)].bytes += session.log.byteCount
      logs[session.uid, default: (0, 0)].held += session.held.count
    }
    let exempt = Set(clients.values.lazy.filter(\.peer.isExempt).map(\.peer.uid))
    let listed = usage.filter { use in
      (peer.isAdmin || use.uid == peer.uid) && after.map { use.uid > $0 } ?? true
    }
    let page = listed.prefix(Server.usersPage)
    out.append(",\"users\":[")
    out.append(list: page) { out, use in
      let log = logs[use.uid] ?? (0, 0)
      write(use, log, hasShares: use.uid != 0 && !exempt.contains(use.uid), into: &out)
    }
    out.append("],\"cursor\":")
    if let last = page.last, listed.count > page.count {
      out.append(quoted: Text("\(last.uid)"))
    } else {
      out.append("null")
    }
  }

  private func write(
    _ use: Usage, _ log: (bytes: Int, held: Int), hasShares: Bool, into out: inout Bytes
  ) {
    func share(_ name: StaticString, _ used: Int, _ limit: Int, _ out: inout Bytes) {
      Server.write(name, used, of: hasShares ? limit : nil, into: &out)
    }
    out.append("{\"uid\":")
    out.append(UInt64(use.uid))
    share(",\"connections\":", use.connections, WireLimits.connectionsPerUser, &out)
    share(
      ",\"output_bytes\":", stats.gauges.outputs[use.uid] ?? 0, WireLimits.outputPerUser, &out)
    share(",\"stored_bytes\":", use.storedBytes, WireLimits.storedPerUser, &out)
    Server.write(",\"sessions\":", use.sessions, of: WireLimits.sessionsPerUser, into: &out)
    Server.write(
      [
        (",\"subscriptions\":", use.subscriptions), (",\"waits\":", use.waits),
        (",\"unacked_calls\":", use.calls), (",\"held\":", log.held),
        (",\"log_bytes\":", log.bytes),
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
