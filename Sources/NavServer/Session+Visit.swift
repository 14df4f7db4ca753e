import JSON
import NavCore
import NavProtocol

// A visit borrows the screen and gives it back.
//
// What a visit destroys cannot be told from its commands: a destination dismisses modals, pops a stack
// that lacks its parent, replaces a top. So the way back is the state from before, kept whole, and the
// end is the difference to it. Whoever acts in the meantime owns the place: from then on there is nothing to
// give back. A lasting destination that comes without anybody acting gets the place as it was before.

extension Session {
  /// Goes to a destination, to stay or as a visit of so many milliseconds.
  func open(
    _ destination: Destination, stay: Int64?, tapped: Bool, _ manifest: Manifest, at: Moment,
    _ event: inout [Command]
  ) {
    if stay == nil, !tapped {
      let isModal = manifest.screens[destination.screen].present == .modal
      endVisit(manifest, withModals: isModal, &event)
    }
    let past = stay == nil ? nil : visit?.from ?? seat.state.placesOnly
    let known = frontend == nil ? nil : conditions
    seat.open(destination, of: manifest, into: &event) { screen in
      known.map { screen.isAllowed(by: $0, manifest) } ?? true
    }
    guard let stay, let past else { return own(&event) }
    visit = Visit(from: past, stay: stay, due: nil)
    if frontend != nil {
      startVisit(at: at, &event)
    } else if seat.state.visitUntil != nil {
      seat.perform(.visit(nil), &event)
    }
  }

  /// Starts the clock of a visit that no front end has had yet.
  func startVisit(at: Moment, _ event: inout [Command]) {
    guard let stay = visit?.stay, visit?.due == nil else { return }
    visit?.due = at.boot &+ stay
    seat.perform(.visit(at.wall &+ stay), &event)
  }

  /// Makes whoever acts the owner of the place: the visit is none any more.
  func own(_ event: inout [Command]) {
    if isVisit { visit = nil }
    if seat.state.visitUntil != nil { seat.perform(.visit(nil), &event) }
  }

  /// Goes back to where the session was before the visit.
  func endVisit(_ manifest: Manifest, withModals: Bool = true, _ event: inout [Command]) {
    guard let visit else { return own(&event) }
    let known = frontend == nil ? nil : conditions
    let back = seat.goBack(to: visit.from, withModals: withModals) {
      $0.mayStay(known, manifest)
    }
    for index in held.indices {
      guard let key = held[index].shown, let new = back.keys[key] else { continue }
      held[index].shown = new
    }
    for index in calls.indices {
      if let new = back.keys[calls[index].key] { calls[index].key = new }
    }
    event += back.commands
    own(&event)
  }

  /// Goes to the first state and the idle screen; nothing where the session is there already.
  func goIdle(_ manifest: Manifest, _ screen: Int) -> [Command] {
    isIdle = true
    isDirty = true
    let before = seat.state
    let mark = seat.mark()
    let known = known
    let commands = seat.home(manifest, screen: screen) { $0.isAllowed(by: known, manifest) }
    guard seat.state.isSamePlace(as: before) else { return commands }
    seat.restore(mark)
    return []
  }

  /// When the session's next timer is due, in milliseconds of boot time.
  ///
  /// - Parameter idle: What the app's manifest says of idle sessions.
  func nextDue(_ idle: Manifest.Idle?, now: Moment) -> Int64? {
    var due = Int64.max
    if let idle, !isVisit, !isIdle, frontend != nil {
      due = activeBoot &+ idle.after
    }
    guard !hasNoDues else { return due == .max ? nil : due }
    due = min(due, visit?.due ?? .max)
    func boot(_ until: Int64, _ known: Due?) -> Due {
      if let known, known.until == until { return known }
      return Due(until: until, boot: now.boot &+ max(0, min(until, 1 << 50) &- now.wall))
    }
    var notices: [UInt64: Due] = [:]
    for notice in seat.state.notices {
      guard let until = notice.until else { continue }
      let found = boot(min(until, 1 << 40) &* 1000, noticeDues[notice.id])
      notices[notice.id] = found
      due = min(due, found.boot)
    }
    noticeDues = notices
    var waiting: [Text: Due] = [:]
    for item in held {
      guard let until = item.until else { continue }
      let found = boot(until, heldDues[item.request])
      waiting[item.request] = found
      due = min(due, found.boot)
    }
    heldDues = waiting
    for item in perishables { due = min(due, item.boot ?? .max) }
    return due == .max ? nil : due
  }

  /// Clears the notices whose time is up, and forgets the held destinations whose is.
  func expireItems(at: Moment, _ event: inout [Command]) {
    withdraw(dueAt: at.boot, &event)
    for notice in seat.state.notices {
      guard let due = noticeDues[notice.id], due.boot <= at.boot else { continue }
      seat.perform(.clearNotice(notice.id), &event)
    }
    let over = held.filter { heldDues[$0.request].map { $0.boot <= at.boot } ?? false }
    if !over.isEmpty {
      held.removeAll { over.contains($0) }
      isDirty = true
    }
  }

  /// Sets the clocks of what was stored, after a start: by boot time, as much as is left by the wall clock.
  func resumeTimers(at: Moment) {
    activeBoot = at.boot &- max(0, min(at.wall &- activeAt, 1 << 50))
    for index in perishables.indices {
      guard let until = perishables[index].until else { continue }
      perishables[index].boot = at.boot &+ max(0, min(until, 1 << 50) &- at.wall)
    }
    guard let visit else { return }
    if let until = seat.state.visitUntil {
      self.visit?.due = at.boot &+ max(0, min(until &- at.wall, visit.stay))
    }
  }

  /// Writes what the wire does not show of visits and idle time.
  func writeTimes(into out: inout Bytes) {
    writePerishables(into: &out)
    writeCharges(into: &out)
    out.append(isIdle ? ",\"idle\":true" : ",\"idle\":false")
    guard let visit else { return }
    out.append(",\"visit\":{\"stay\":")
    out.append(visit.stay)
    out.append(",\"from\":")
    visit.from.write(into: &out)
    out.append("}")
  }

  /// Reads what ``writeTimes(into:)`` wrote.
  func readTimes(_ json: borrowing Document) {
    readPerishables(json)
    isIdle = json.member(json.root, "idle").flatMap { json.bool($0) } ?? false
    guard let node = json.member(json.root, "visit"), let stayNode = json.member(node, "stay"),
      let stay = json.integer(stayNode), let fromNode = json.member(node, "from"),
      let from = NavigationState(json: json, fromNode)
    else { return }
    visit = Visit(from: from, stay: stay, due: nil)
  }
}

extension NavigationState {
  /// The state without notices and visit.
  var placesOnly: NavigationState {
    var places = self
    (places.notices, places.visitUntil) = ([], nil)
    return places
  }

  /// Whether two states show the same, whatever their keys and notices.
  func isSamePlace(as other: NavigationState) -> Bool {
    func same(_ one: [Entry], _ two: [Entry]) -> Bool {
      one.count == two.count
        && zip(one, two).allSatisfy { $0.screen == $1.screen && $0.params == $1.params }
    }
    return tab == other.tab && same(modals, other.modals)
      && stacks.count == other.stacks.count && visitUntil == other.visitUntil
      && zip(stacks, other.stacks).allSatisfy { $0.tab == $1.tab && same($0.entries, $1.entries) }
  }
}
