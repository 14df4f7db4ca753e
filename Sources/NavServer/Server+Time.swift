public import JSON
public import NavCore
public import NavProtocol

extension Server {
  /// When ``expire(at:into:)`` has something to do next, in milliseconds of boot time; nil: never.
  public var deadline: Int64? {
    [waits.compactMap(\.deadline).min(), syncDue, isFull ? nil : timers.first]
      .compactMap { $0 }.min()
  }

  /// Does what is due: waits that time out, and `sync` for idle subscriptions.
  public mutating func expire(at: Moment, into effects: inout Effects) {
    now = at
    if !isFull { expireTimers(&effects) }
    var late: [Wait] = []
    waits.removeAll { wait in
      guard let deadline = wait.deadline, deadline <= at.boot else { return false }
      late.append(wait)
      return true
    }
    for wait in late {
      clients[wait.connection]?.waits -= 1
      let refusal = Refusal(
        .ack_timeout,
        "the request is stored; nobody \(wait.needsAck ? "acked" : "received") it in time")
      refuse(wait.connection, wait.id, refusal, &effects)
    }
    guard let due = syncDue, due <= at.boot else { return }
    syncDue = nil
    for (id, client) in clients.sorted(by: { $0.key < $1.key }) {
      for subscription in client.subscriptions {
        guard let session = sessions[subscription.session] else { continue }
        sync(session, to: id, &effects)
        syncDue = at.boot &+ WireLimits.syncInterval
      }
    }
    if !isFull { expireKeys(at, &effects) }
  }

  private mutating func expireKeys(_ at: Moment, _ effects: inout Effects) {
    let old = keys.filter { $0.value.until <= at.wall }
    for (id, stored) in old {
      keys.removeValue(forKey: id)
      paid.charge(stored.uid, -stored.size(with: id))
      effects.delete(.key, stored.row...stored.row)
    }
  }

  /// Puts new manifests in force, as a whole.
  ///
  /// Entries of screens that are gone are removed by an event; what is held is checked again. Sessions of
  /// an app that is gone are kept as they are and can be asked for, but nothing reaches them until the app
  /// is back: an update that takes a manifest away for a moment loses nothing.
  public mutating func reload(
    _ resolver: Resolver, accounts: [Text: UInt32] = [:], problems: [Text], at: Moment,
    into effects: inout Effects
  ) {
    now = at
    self.accounts.merge(accounts) { $1 }
    self.resolver = resolver
    self.problems = problems
    for session in sessions.all { session.place = resolver.app(named: session.app) }
    if isFull {
      adaptIsDue = true
    } else {
      adaptSessions(at: at, into: &effects)
    }
  }

  /// Brings all sessions in line with the manifests in force.
  mutating func adaptSessions(at: Moment, into effects: inout Effects) {
    adaptIsDue = false
    for session in sessions.all {
      guard let place = session.place else { continue }
      let manifest = resolver.manifests[place]
      let before = (session.conditions, session.held)
      var commands = session.seat.adapt(to: manifest)
      session.conditions = session.conditions.filter { manifest.conditions.contains($0.key) }
      session.checkHeld(manifest)
      let request =
        session.frontend == nil ? nil : session.settle(manifest, at: at, &commands)
      if !commands.isEmpty || before != (session.conditions, session.held) {
        session.isDirty = true
      }
      emit(session, commands, request: request, Cause(), &effects)
    }
  }
}
