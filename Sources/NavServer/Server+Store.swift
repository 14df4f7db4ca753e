import JSON
import NavCore
public import NavProtocol

extension Server {
  /// Adds the rows of what changed in the turn to its batch; called once, before the batch is committed.
  ///
  /// A session's new events are one row, whatever their number: a row costs the store more than its bytes.
  public mutating func seal(into effects: inout Effects) {
    if wantsGauges { tellStats(&effects) }
    guard !changed.sessions.isEmpty || requestCounterIsDirty else { return }
    // The number of the next request is in the rows of sessions: one row less for most turns.
    var isCounted = false
    for session in changed.sessions where session.isDirty && !session.isClosed {
      session.isDirty = false
      session.recharge()
      schedule(session)
      storeEvents(session, &effects)
      session.forgetEmptyExtras()
      effects.put(.session, Int64(session.slot)) {
        session.write(nextRequest: nextRequest, into: &$0)
      }
      isCounted = true
    }
    changed.forget()
    guard requestCounterIsDirty else { return }
    requestCounterIsDirty = false
    guard !isCounted else { return }
    effects.put(.meta, 1) { $0.append(nextRequest) }
  }

  private func storeEvents(_ session: Session, _ effects: inout Effects) {
    if session.rev > session.stored {
      effects.put(.event, Server.eventRow(session.slot, session.rev)) { out in
        StoredEvents.write((session.stored &+ 1)...session.rev, of: session.log, into: &out)
      }
      session.stored = session.rev
    }
    guard let gone = session.log.excess else { return }
    if gone > session.acked { session.release((session.acked &+ 1)...gone) }
    session.log.forget(through: gone)
    effects.delete(.event, Server.eventRow(session.slot, 0)...Server.eventRow(session.slot, gone))
    session.endings.removeAll { $0.rev <= gone }
  }

  /// Takes a stored row in, before anything is served; sessions before events.
  public mutating func restore(_ table: StoreTable, id: Int64, body: [UInt8]) {
    switch table {
    case .meta:
      if id == 1, let number = UInt64(String(decoding: body, as: UTF8.self)) {
        nextRequest = max(nextRequest, number)
      }
    case .session:
      guard let slot = Int32(exactly: id),
        let session = Session(
          slot: slot, stored: body, changed, paid, nextRequest: &nextRequest)
      else {
        return
      }
      session.place = resolver.app(named: session.app)
      sessions.insert(session)
    case .event:
      guard let session = sessions[Int32(truncatingIfNeeded: id >> 40)] else { return }
      let last = UInt64(id & 0xFF_FFFF_FFFF)
      guard last <= session.rev else { return }
      StoredEvents.read(body.span) { after, at, sender, line in
        session.log(last &- UInt64(after), at: at, sender: sender, line)
      }
    case .key: restoreKey(id, body)
    case .request: break
    }
  }

  private mutating func restoreKey(_ id: Int64, _ body: [UInt8]) {
    var json = Document()
    do throws(JSONError) { try json.parse(body, maximumDepth: 128) } catch { return }
    guard let keyNode = json.member(json.root, "key"), let key = json.text(keyNode),
      let untilNode = json.member(json.root, "until"), let until = json.integer(untilNode),
      let result = json.member(json.root, "result")
    else { return }
    let uid = json.member(json.root, "uid").flatMap { json.unsigned($0) }
    let stored = StoredKey(
      row: id, until: until, result: json.encoded(result),
      uid: uid.flatMap { UInt32(exactly: $0) } ?? StoredBytes.nobody)
    keys[key] = stored
    paid.charge(stored.uid, stored.size(with: key))
    nextKeyRow = max(nextKeyRow, id &+ 1)
  }
}

extension Session {
  /// Writes the session's row, and in it a number that requests from then on do not go below.
  func write(nextRequest: UInt64, into out: inout Bytes) {
    out.append("{\"name\":")
    out.append(quoted: name)
    out.append(",\"uid\":")
    out.append(UInt64(uid))
    out.append(",\"app\":")
    out.append(quoted: app)
    out.append(",\"rev\":")
    out.append(rev)
    out.append(",\"acked\":")
    out.append(acked)
    out.append(",\"next_request\":")
    out.append(nextRequest)
    out.append(",\"next_key\":")
    out.append(seat.nextKey)
    out.append(",\"next_notice\":")
    out.append(seat.nextNotice)
    out.append(",\"active_at\":")
    out.append(activeAt)
    out.append(",\"conditions\":")
    Server.write(conditions, into: &out)
    if let user {
      out.append(",\"user\":")
      out.append(quoted: user)
    }
    out.append(",\"calls\":[")
    out.append(list: calls) { out, call in
      out.append("{\"rev\":")
      out.append(call.rev)
      out.append(",\"key\":")
      out.append(call.key)
      out.append(",\"method\":")
      out.append(quoted: call.method)
      if let sender = call.sender {
        out.append(",\"sender\":")
        out.append(UInt64(sender))
      }
      out.append("}")
    }
    out.append("],\"held\":[")
    out.append(list: held) { out, item in
      item.write(into: &out)
    }
    out.append("]")
    writeTimes(into: &out)
    writeEndings(into: &out)
    out.append(",\"notices\":[")
    out.append(list: seat.state.notices) { out, notice in
      notice.writeWhole(into: &out)
    }
    out.append("],\"state\":")
    seat.state.write(into: &out)
    out.append("}")
  }

  /// Reads a session's row; nil where it is not one.
  ///
  /// - Parameter nextRequest: Becomes at least the number that is in the row.
  convenience init?(
    slot: Int32, stored: [UInt8], _ changed: ChangedSessions, _ paid: StoredBytes,
    nextRequest: inout UInt64
  ) {
    var json = Document()
    do throws(JSONError) { try json.parse(stored, maximumDepth: 128) } catch { return nil }
    let root = json.root
    func number(_ name: StaticString, _ json: borrowing Document) -> Int64 {
      json.member(root, name).flatMap { json.integer($0) } ?? 0
    }
    guard let nameNode = json.member(root, "name"), let name = json.text(nameNode),
      let appNode = json.member(root, "app"), let app = json.text(appNode),
      let stateNode = json.member(root, "state"),
      var state = NavigationState(json: json, stateNode),
      let uid = UInt32(exactly: number("uid", json))
    else { return nil }
    state.notices = Session.list("notices", json) { Notice(json: $0, $1) }
    let seat = Seat(
      state: state, nextKey: UInt64(clamping: number("next_key", json)),
      nextNotice: UInt64(clamping: number("next_notice", json)))
    nextRequest = max(nextRequest, UInt64(clamping: number("next_request", json)))
    self.init(slot: slot, name: name, uid: uid, app: app, seat: seat, changed: changed, paid: paid)
    rev = UInt64(clamping: number("rev", json))
    self.stored = rev
    acked = UInt64(clamping: number("acked", json))
    activeAt = number("active_at", json)
    user = json.member(root, "user").flatMap { json.text($0) }
    if let given = json.member(root, "conditions") {
      json.members(given) { conditions[$0.text] = json.bool($1) ?? false }
    }
    calls = Session.list("calls", json) { json, node in
      guard let method = json.member(node, "method").flatMap({ json.text($0) }),
        let rev = json.member(node, "rev").flatMap({ json.integer($0) }),
        let key = json.member(node, "key").flatMap({ json.integer($0) })
      else { return nil }
      return UnackedCall(
        rev: UInt64(clamping: rev), key: UInt64(clamping: key), method: method,
        sender: json.member(node, "sender").flatMap { json.unsigned($0) }
          .flatMap { UInt32(exactly: $0) })
    }
    held = Session.list("held", json) { Held(json: $0, $1) }
    readTimes(json)
    readCharges(json)
    readEndings(json)
    forgetEmptyExtras()
  }

  private static func list<T>(
    _ name: StaticString, _ json: borrowing Document, _ read: (borrowing Document, Node) -> T?
  ) -> [T] {
    guard let list = json.member(json.root, name) else { return [] }
    var nodes: [Node] = []
    json.elements(list) { nodes.append($0) }
    var made: [T] = []
    for node in nodes { if let item = read(json, node) { made.append(item) } }
    return made
  }
}

extension Session.Held {
  func write(into out: inout Bytes) {
    out.append("{\"request\":")
    out.append(quoted: request)
    out.append(",\"screen\":")
    out.append(quoted: screen)
    out.append(",\"params\":")
    params.write(into: &out)
    out.append(",\"calls\":[")
    out.append(list: calls) { out, call in
      out.append(quoted: call)
    }
    out.append("]")
    out.append(",\"at\":")
    out.append(at)
    if let title {
      out.append(",\"title\":")
      out.append(quoted: title)
    }
    if let until {
      out.append(",\"until\":")
      out.append(until)
    }
    if let shown {
      out.append(",\"shown\":")
      out.append(shown)
    }
    if let stay {
      out.append(",\"stay\":")
      out.append(stay)
    }
    if sender != StoredBytes.nobody {
      out.append(",\"sender\":")
      out.append(UInt64(sender))
    }
    out.append("}")
  }

  init?(json: borrowing Document, _ node: Node) {
    guard let request = json.member(node, "request").flatMap({ json.text($0) }),
      let screen = json.member(node, "screen").flatMap({ json.text($0) })
    else { return nil }
    self.request = request
    self.screen = screen
    params = json.member(node, "params").map { Params(json: json, $0) } ?? Params()
    calls = []
    if let list = json.member(node, "calls") {
      json.elements(list) { if let call = json.text($0) { calls.append(call) } }
    }
    title = json.member(node, "title").flatMap { json.text($0) }
    until = json.member(node, "until").flatMap { json.integer($0) }
    shown = json.member(node, "shown").flatMap { json.unsigned($0) }
    stay = json.member(node, "stay").flatMap { json.integer($0) }
    sender =
      json.member(node, "sender").flatMap { json.unsigned($0) }.flatMap { UInt32(exactly: $0) }
      ?? StoredBytes.nobody
    at = json.member(node, "at").flatMap { json.integer($0) } ?? 0
  }
}
