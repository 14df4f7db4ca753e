import JSON
import NavCore
import NavProtocol

extension Server {
  /// Sets the clocks of a session that was stored.
  mutating func resumeTimers(_ slot: Int32) {
    sessions[slot]?.resumeTimers(at: now)
    schedule(slot)
  }

  /// Sets the session's timer, where it is due earlier than the one that is set.
  mutating func schedule(_ slot: Int32) {
    let manifest = sessions[slot].flatMap { resolver.app(named: $0.app) }.map {
      resolver.manifests[$0]
    }
    guard let due = sessions[slot]?.nextDue(manifest, now: now),
      due < sessions[slot]?.timer ?? .max
    else { return }
    sessions[slot]?.timer = due
    timers.add(due, slot)
  }

  /// Does what the sessions' timers are due for: notices and held destinations whose time is up, ends of
  /// visits, and the way home.
  mutating func expireTimers(_ effects: inout Effects) {
    while let (boot, slot) = timers.pop(due: now.boot) {
      guard sessions[slot]?.timer == boot else { continue }
      sessions[slot]?.timer = nil
      fire(slot, &effects)
      schedule(slot)
    }
  }

  private mutating func fire(_ slot: Int32, _ effects: inout Effects) {
    guard var session = sessions[slot] else { return }
    let cleared = session.expireItems(at: now)
    sessions[slot] = consume session
    emit(slot, cleared, request: nil, Cause(), &effects)
    guard var session = sessions[slot] else { return }
    let manifest = resolver.app(named: session.app).map { resolver.manifests[$0] }
    var commands: [Command] = []
    if let due = session.visit?.due, due <= now.boot {
      commands = manifest.map { session.endVisit($0) } ?? session.own()
    } else if session.visit == nil, !session.isIdle, session.frontend != nil, let manifest,
      let idle = manifest.idle, session.activeBoot &+ idle.after <= now.boot
    {
      commands = session.goIdle(manifest, idle.screen)
    }
    if !commands.isEmpty { session.isDirty = true }
    sessions[slot] = consume session
    emit(slot, commands, request: nil, Cause(), &effects)
  }
}
