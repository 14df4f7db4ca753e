public import NavProtocol

// Undoing what could not be stored.
//
// The server answers from memory, so after a failed commit its memory is ahead of the disk. What rows
// hold is read back from them: `forget` takes out all that the failed batches touched, the shell loads
// those rows, and `restore` takes them in as at a start. What no row holds (who is connected, subscribed
// and waiting) is a few values that are cheap to keep, as they share their storage until they change:
// the shell keeps a `Standing` with every turn, and `stand` puts it in force. Then the shell gives the
// server again what the undone turns had been given, while `isFull`: whatever only asks gets its true
// answer in its place, whatever would change something gets `not_durable`.

extension Server {
  /// What the server holds and no row does: connections with their subscriptions, and waits.
  public struct Standing {
    fileprivate var clients: [Int32: Client]
    fileprivate var observers: [Int32: UInt64]
    fileprivate var waits: [Wait]
    fileprivate var syncDue: Int64?
  }

  /// What no row holds now; it costs nothing until it changes.
  public var standing: Standing {
    Standing(clients: clients, observers: observers, waits: waits, syncDue: syncDue)
  }

  /// Takes out of memory what these batches were made of, and what is not in a batch yet.
  ///
  /// - Returns: The rows to ``restore(_:id:body:)`` in this order, before ``stand(_:at:)``.
  public mutating func forget(
    _ batches: [StoreBatch]
  ) -> [(table: StoreTable, ids: ClosedRange<Int64>)] {
    var slots = Set(changed.sessions.map { Int64($0.slot) })
    var keyRows: [ClosedRange<Int64>] = []
    for change in batches.lazy.flatMap(\.changes) {
      switch change {
      case .put(.session, let id, _): slots.insert(id)
      case .delete(.session, let ids): slots.formUnion(ids)
      case .put(.key, let id, _): keyRows.append(id...id)
      case .delete(.key, let ids): keyRows.append(ids)
      default: continue
      }
    }
    changed.forget()
    requestCounterIsDirty = false
    stats.asked.removeAll()
    let sorted = slots.sorted()
    for slot in sorted.compactMap({ Int32(exactly: $0) }) {
      if let session = sessions.remove(slot) { undone[slot] = session }
    }
    let gone = Set(keyRows.lazy.flatMap { $0 })
    for (key, stored) in keys.filter({ gone.contains($0.value.row) }) {
      keys[key] = nil
      paid.charge(stored.uid, -stored.size(with: key))
    }
    return sorted.map { (.session, $0...$0) }
      + sorted.compactMap { Int32(exactly: $0) }.map {
        (.event, Server.eventRow($0, 0)...Server.eventRow($0, .max))
      }
      + gone.sorted().map { (.key, $0...$0) }
  }

  /// Puts in force what no row held at the time that the rows in memory are of.
  public mutating func stand(_ standing: Standing, at: Moment) {
    now = at
    (clients, observers) = (standing.clients, standing.observers)
    (waits, syncDue) = (standing.waits, standing.syncDue)
    for session in sessions.all { (session.frontend, session.acksByItself) = (nil, false) }
    for (id, client) in clients {
      for subscription in client.subscriptions where subscription.isFrontend {
        sessions[subscription.session]?.frontend = id
        sessions[subscription.session]?.acksByItself = subscription.acksByItself
      }
    }
    for (slot, old) in undone {
      guard let session = sessions[slot] else { continue }
      session.resumeTimers(at: at)
      session.keepDues(of: old)
      schedule(session)
    }
    undone.removeAll()
  }
}

extension Session {
  /// Goes on with the clocks of the session that it takes the place of, where they are of the same things.
  fileprivate func keepDues(of old: Session) {
    (noticeDues, heldDues) = (old.noticeDues, old.heldDues)
    if activeAt == old.activeAt { activeBoot = old.activeBoot }
  }
}
