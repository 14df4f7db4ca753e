import NavProtocol
import NavServer
import NavStore
import Systemd
import UnixIO

extension Daemon {
  /// Ends the turn, releases what is committed, and repeats while that brings about more.
  func settle() {
    repeat {
      endTurn()
      release()
    } while !current.isEmpty
    if reloadIsDue {
      reloadIsDue = false
      reload()
    }
    armExpiry()
    stopIfDrained()
  }

  /// Hands the turn's records to the store, and puts the turn behind those in flight.
  private func endTurn() {
    if server.wantsGauges { server.give(gauges) }
    server.seal(into: &current.effects)
    if current.effects.reloadRequested {
      current.effects.reloadRequested = false
      reloadIsDue = true
    }
    guard !current.isEmpty else { return }
    let turn = current
    current = spareTurns.popLast() ?? Turn(isStored: isStored)
    if isStored { current.before = server.standing }
    var isComplete = store.completionDescriptor < 0
    if !turn.effects.batch.isEmpty {
      lastTicket &+= 1
      turn.ticket = lastTicket
      turn.handedOver = SystemClock.monotonicMicroseconds()
      if store.commit(turn.effects.batch, ticket: lastTicket) { isComplete = true }
    }
    inFlight.append(turn)
    if isComplete { takeCompletions() }
    if unanswered > WireLimits.bytesInFlightInAll { sources?.connections.set(.off) }
    armStatus()
  }

  /// Performs the effects of all turns that wait for nothing any more, oldest first.
  private func release() {
    var count = 0
    for turn in inFlight {
      if let ticket = turn.ticket, ticket > committed { break }
      count += 1
    }
    guard count > 0 else { return }
    let turns = Array(inFlight[..<count])
    inFlight.removeFirst(count)
    for turn in turns {
      if turn.ticket != nil {
        counters.countCommit(
          microseconds: SystemClock.monotonicMicroseconds() &- turn.handedOver)
      }
      perform(turn)
      for read in turn.reads {
        unanswered &-= read.bytes
        guard let connection = connections[read.connection] else { continue }
        connection.requests &-= read.requests
        connection.unanswered &-= read.bytes
        updateInterest(connection)
      }
      for id in turn.ended {
        if let connection = connections[id] { closeIfDone(connection) }
      }
      turn.reset()
      if spareTurns.count < 4 { spareTurns.append(turn) }
    }
    if unanswered <= WireLimits.bytesInFlightInAll { sources?.connections.set(.on) }
  }
}
