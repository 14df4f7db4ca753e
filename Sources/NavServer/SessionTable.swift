import JSON

/// All sessions: by slot, by name, by the seat that they are, and how many each uid has.
struct SessionTable {
  /// A session's or an app's name, and whose it is.
  private struct OwnedName: Hashable {
    var name: Text
    var uid: UInt32
  }

  /// All, in no order; the tables have places in it.
  private var list: [Session] = []
  private var slots: [Int32: Int32] = [:]
  private var names: [OwnedName: Int32] = [:]
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

  /// Where the session of a name and an owner is, until one is inserted or removed.
  struct Place {
    fileprivate var index: Int32
  }

  /// Where the session of a name and an owner is; nil where there is none.
  func place(of name: Text, of uid: UInt32) -> Place? {
    names[OwnedName(name: name, uid: uid)].map { Place(index: $0) }
  }

  subscript(place: Place) -> Session { list[Int(place.index)] }

  /// Has the processor fetch a session.
  func prefetch(_ place: Place) {
    Prefetch.object(at: Int(place.index), of: list, bytes: Session.size)
  }

  /// The sessions of a bare name, one for each uid that has one.
  func named(_ name: Text) -> [Session] {
    (owners[name] ?? []).compactMap { place(of: name, of: $0).map { self[$0] } }
  }

  /// The sessions that are an app of a uid.
  func of(app: Text, uid: UInt32) -> [Session] { seats[OwnedName(name: app, uid: uid)] ?? [] }

  /// The sessions of a uid.
  func count(of uid: UInt32) -> Int { perUser[uid] ?? 0 }

  mutating func insert(_ session: Session) {
    remove(session.slot)
    let place = Int32(list.count)
    list.append(session)
    slots[session.slot] = place
    if names.updateValue(place, forKey: OwnedName(name: session.name, uid: session.uid)) == nil {
      owners[session.name, default: []].append(session.uid)
    }
    seats[OwnedName(name: session.app, uid: session.uid), default: []].append(session)
    perUser[session.uid, default: 0] += 1
    nextSlot = max(nextSlot, session.slot &+ 1)
  }

  /// Takes a session out.
  @discardableResult
  mutating func remove(_ slot: Int32) -> Session? {
    guard let place = slots.removeValue(forKey: slot), let last = list.popLast() else { return nil }
    var session = last
    if Int(place) < list.count {
      swap(&session, &list[Int(place)])
      slots[last.slot] = place
      names[OwnedName(name: last.name, uid: last.uid)] = place
    }
    session.isClosed = true
    session.releaseAll()
    names[OwnedName(name: session.name, uid: session.uid)] = nil
    owners[session.name]?.removeAll { $0 == session.uid }
    if owners[session.name]?.isEmpty == true { owners[session.name] = nil }
    let seat = OwnedName(name: session.app, uid: session.uid)
    seats[seat]?.removeAll { $0 === session }
    if seats[seat]?.isEmpty == true { seats[seat] = nil }
    let left = count(of: session.uid) - 1
    perUser[session.uid] = left > 0 ? left : nil
    return session
  }
}
