import JSON
import NavCore
import NavProtocol

extension Server {
  /// Sets the session's timer, where it is due earlier than the one that is set.
  mutating func schedule(_ session: Session) {
    let idle = session.place.flatMap { resolver.manifests[$0].idle }
    guard let due = session.nextDue(idle, now: now), due < session.timer ?? .max else { return }
    session.timer = due
    timers.add(due, session.slot)
  }

  /// Does what the sessions' timers are due for: notices and held destinations whose time is up, ends of
  /// visits, and the way home.
  mutating func expireTimers(_ effects: inout Effects) {
    while let (boot, slot) = timers.pop(due: now.boot) {
      guard let session = sessions[slot], session.timer == boot else { continue }
      session.timer = nil
      fire(session, &effects)
      schedule(session)
    }
  }

  private mutating func fire(_ session: Session, _ effects: inout Effects) {
    var event: [Command] = []
    session.expireItems(at: now, &event)
    emit(session, event, Cause(), &effects)
    settleWaits(session, &effects)
    event = []
    let manifest = session.place.map { resolver.manifests[$0] }
    if let due = session.visit?.due, due <= now.boot {
      if let manifest { session.endVisit(manifest, &event) } else { session.own(&event) }
    } else if session.visit == nil, !session.isIdle, session.frontend != nil, let manifest,
      let idle = manifest.idle, session.activeBoot &+ idle.after <= now.boot
    {
      event = session.goIdle(manifest, idle.screen)
    }
    if !event.isEmpty { session.isDirty = true }
    emit(session, event, Cause(), &effects)
  }
}
