import JSON
import NavCore
import NavProtocol

// The logs of several sessions are told as one, the newest first.
//
// Each log is in the order of its revs and has no gaps, so a place in it is a rev. A cursor is the next
// place of every log that is not told to its end: what happens between two pages is above all of them, so
// nothing is told twice or left out, whatever the clocks of the events say.

/// What is left to tell of a session's log, or of what it holds.
private struct Lane {
  let session: Session
  let isHeld: Bool
  /// The rev of the next event, or the number of the next held request; those above are told.
  var next: UInt64
  /// When it happened, in Unix milliseconds.
  var at: Int64 = 0

  /// Its name in a cursor.
  var name: String { (isHeld ? "h" : "") + String(session.slot) }

  /// Goes to the next item that there is; false where all that is not older than `since` are told.
  mutating func findNext(since: Int64?) -> Bool {
    if isHeld {
      let found = session.held.last { $0.number ?? 0 <= next }
      guard let found else { return false }
      (next, at) = (found.number ?? 0, found.at)
    } else {
      guard let revs = session.log.revs, next >= revs.lowerBound else { return false }
      next = min(next, revs.upperBound)
      at = session.log.time(of: next) ?? 0
    }
    return next > 0 && since.map { at >= $0 } ?? true
  }

  /// What the next item is; nil for what is told elsewhere.
  func item(_ manifest: Manifest?) -> LoggedRequest? {
    if isHeld {
      return session.held.last { $0.number ?? 0 == next }
        .map { LoggedRequest(held: $0, of: session) }
    }
    guard let item = LoggedRequest(rev: next, of: session, manifest) else { return nil }
    return session.held.contains { $0.request == item.request } ? nil : item
  }
}

extension Server {
  /// Items that one call looks at: with filters that match little, a page may be short or empty.
  private static let historyReach = 1000

  mutating func requestList(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    try tell("requests", json, call, &effects) { $0.request != nil }
  }

  mutating func history(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    try tell("events", json, call, &effects) { _ in true }
  }

  private func tell(
    _ member: StaticString, _ json: borrowing Document, _ call: Call, _ effects: inout Effects,
    where isWanted: (LoggedRequest) -> Bool
  ) throws(Refusal) {
    let limit = min(max(Int(clamping: try call.rev("limit", json) ?? 50), 1), 100)
    let since = try call.seconds("since", json)
    let outcome = try call.word("outcome", json, of: SendResult.Outcome.logged)
    var lanes = try lanes(json, call, since: since)
    var page: [LoggedRequest] = []
    var reach = Server.historyReach
    while page.count < limit, reach > 0,
      let newest = lanes.indices.max(by: {
        (lanes[$0].at, $1) < (lanes[$1].at, $0)
      })
    {
      reach -= 1
      let lane = lanes[newest]
      let item = lane.item(lane.session.place.map { resolver.manifests[$0] })
      if let item, isWanted(item), outcome.map({ $0 == item.outcome.word.description }) ?? true {
        page.append(item)
      }
      lanes[newest].next -= 1
      if !lanes[newest].findNext(since: since) { lanes.remove(at: newest) }
    }
    answer(call, &effects) { out in
      out.append("{\"")
      out.append(member)
      out.append("\":[")
      out.append(list: page) { out, item in
        item.write(into: &out)
      }
      out.append("],\"cursor\":")
      if lanes.isEmpty { out.append("null") } else { out.append(quoted: Server.cursor(lanes)) }
      out.append("}")
    }
  }

  /// What a call is to tell: of one session, or of all that the caller may see; after its cursor.
  private func lanes(
    _ json: borrowing Document, _ call: Call, since: Int64?
  ) throws(Refusal) -> [Lane] {
    var listed: [Session] = []
    if let name = try call.text("session", json) {
      listed = [try find(name, call.peer)]
    } else {
      listed = sessions.all.filter { reaches(call.peer, $0, sending: false) }
    }
    var places: [String: UInt64]?
    if let cursor = try call.text("cursor", json) {
      guard let read = Server.places(cursor.string) else {
        throw call.wrong("cursor", "one that navd gave")
      }
      places = read
    }
    var lanes: [Lane] = []
    for session in listed {
      for isHeld in [true, false] {
        var lane = Lane(session: session, isHeld: isHeld, next: .max)
        if let places {
          guard let next = places[lane.name] else { continue }
          lane.next = next
        }
        if lane.findNext(since: since) { lanes.append(lane) }
      }
    }
    return lanes
  }

  private static func cursor(_ lanes: [Lane]) -> Text {
    Text(lanes.map { "\($0.name).\($0.next)" }.joined(separator: ","))
  }

  /// The places of a cursor by the names of their lanes; nil where it is none.
  private static func places(_ cursor: String) -> [String: UInt64]? {
    var places: [String: UInt64] = [:]
    for part in cursor.split(separator: ",") {
      let pair = part.split(separator: ".", omittingEmptySubsequences: false)
      guard pair.count == 2, let next = UInt64(pair[1]) else { return nil }
      places[String(pair[0])] = next
    }
    return places.isEmpty ? nil : places
  }
}
