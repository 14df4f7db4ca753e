import JSON

/// All sessions: by slot, by name, by the seat that they are, and how many each uid has.
struct SessionTable {
  /// All, in no order; the tables have places in it.
  private var list: [Session] = []
  private var slots: [Int32: Int32] = [:]
  private var names = PlaceIndex()
  /// The uids that have a session of a name.
  private var owners: [Text: [UInt32]] = [:]
  private var seats: [OwnedName: [Session]] = [:]
  private var perUser: [UInt32: Int] = [:]
  /// The slot of the next session; never used twice.
  private(set) var nextSlot: Int32 = 1

  var count: Int { list.count }
  /// All, in the order of their slots.
  var all: [Session] { list.sorted { $0.slot < $1.slot } }

  subscript(slot: Int32) -> Session? { slots[slot].map { list[Int($0)] } }

  /// The session of a name and an owner.
  subscript(name: OwnedName) -> Session? {
    let place = names.first(name.seededHash) {
      list[$0].uid == name.uid && list[$0].name == name.name
    }
    return place.map { list[$0] }
  }

  /// Has the processor fetch the session of a name and an owner.
  func prefetch(_ name: OwnedName) {
    guard let place = names.guess(name.seededHash) else { return }
    Prefetch.object(at: place, of: list, bytes: Session.size)
  }

  /// The sessions of a bare name, one for each uid that has one.
  func named(_ name: Text) -> [Session] {
    (owners[name] ?? []).compactMap { self[OwnedName(name, of: $0)] }
  }

  /// The sessions that are an app of a uid.
  func of(app: Text, uid: UInt32) -> [Session] { seats[OwnedName(app, of: uid)] ?? [] }

  /// The sessions of a uid.
  func count(of uid: UInt32) -> Int { perUser[uid] ?? 0 }

  mutating func insert(_ session: Session) {
    remove(session.slot)
    let name = OwnedName(session.name, of: session.uid)
    if self[name] == nil { owners[session.name, default: []].append(session.uid) }
    slots[session.slot] = Int32(list.count)
    names.insert(name.seededHash, list.count)
    list.append(session)
    seats[OwnedName(session.app, of: session.uid), default: []].append(session)
    perUser[session.uid, default: 0] += 1
    nextSlot = max(nextSlot, session.slot &+ 1)
  }

  /// Takes a session out.
  @discardableResult
  mutating func remove(_ slot: Int32) -> Session? {
    guard let place = slots.removeValue(forKey: slot), let last = list.popLast() else { return nil }
    var session = last
    if Int(place) < list.count { swap(&session, &list[Int(place)]) }
    names.remove(OwnedName(session.name, of: session.uid).seededHash, Int(place))
    if session !== last {
      slots[last.slot] = place
      names.move(OwnedName(last.name, of: last.uid).seededHash, from: list.count, to: Int(place))
    }
    session.isClosed = true
    session.releaseAll()
    owners[session.name]?.removeAll { $0 == session.uid }
    if owners[session.name]?.isEmpty == true { owners[session.name] = nil }
    let seat = OwnedName(session.app, of: session.uid)
    seats[seat]?.removeAll { $0 === session }
    if seats[seat]?.isEmpty == true { seats[seat] = nil }
    let left = count(of: session.uid) - 1
    perUser[session.uid] = left > 0 ? left : nil
    return session
  }
}
