import JSON
import NavProtocol
import NavServer
import Systemd
import UnixIO

extension Daemon {
  /// Serves what the connections have, and for a moment what comes next.
  ///
  /// Who has just been answered often asks again at once, and falling asleep and being woken costs more than
  /// the answer. So before the loop sleeps, the connections are looked at for ``Limits/watch`` more, unless
  /// the disk has to be waited for, or the client has no other processor to ask from. The loop's other
  /// sources get their turn after ``Limits/turns``.
  func serve() {
    for _ in 0..<Limits.turns {
      guard findReady() else { return }
      serveReady()
      guard inFlight.isEmpty, !isDraining else { return }
    }
  }

  private func findReady() -> Bool {
    ready.removeAll(keepingCapacity: true)
    let end = SystemClock.monotonicMicroseconds() &+ watch
    do throws(SystemdError) {
      repeat {
        try set.ready(into: &ready)
      } while ready.isEmpty && SystemClock.monotonicMicroseconds() < end
    } catch {
      Log.write(
        .loopFailed, .critical, "cannot wait for clients: \(error)",
        fields: [("ERRNO", "\(error.number)")])
      loop.exit(ExitCode.internal.rawValue)
    }
    return !ready.isEmpty
  }

  /// A turn: everything that the connections have, front ends first, so that acks come before what
  /// fills their backlog, and a front end that is gone before the one that takes its place.
  private func serveReady() {
    let moment = now
    for subscribersTurn in [true, false] {
      for (tag, found) in ready {
        guard let connection = connections[Int32(bitPattern: tag)],
          connection.joined.isEmpty != subscribersTurn
        else { continue }
        serve(connection, found, at: moment)
      }
    }
    settle()
  }

  private func serve(
    _ connection: Connection, _ found: EpollSet.Readiness, at moment: Moment
  ) {
    if found.contains(.writable) { write(connection) }
    guard !connection.isGone else { return }
    let isOver = !found.isDisjoint(with: .gone)
    if connection.isClosing {
      discard(connection)
    } else if connection.mayRead {
      // A peer that is gone sends no more than is there, so it is read to its end in this turn.
      var isReadable = found.contains(.readable) || isOver || !connection.rest.isEmpty
      while isReadable, connection.mayRead, unanswered <= WireLimits.bytesInFlightInAll {
        isReadable = read(connection, at: moment) && isOver
      }
    } else if isOver && !connection.inputEnded {
      // Unread requests of a peer that is gone wait until reading goes on.
      set.remove(connection.descriptor.raw)
      connection.interest = nil
      return
    }
    if isOver && connection.inputEnded { drop(connection) }
  }

  /// Reads once; returns whether there may be more.
  private func read(_ connection: Connection, at moment: Moment) -> Bool {
    guard connection.rest.isEmpty else {
      takeRest(connection, at: moment)
      return true
    }
    var taken: Int? = 0
    let result = buffer.receive(from: connection.descriptor.raw) { bytes in
      counters.bytesRead &+= bytes.count
      taken = take(bytes, of: connection, at: moment)
      if let taken, taken < bytes.count {
        connection.rest.append(bytes.extracting(taken..<bytes.count))
      }
    }
    switch result {
    case .wouldBlock: return false
    case .count:
      if taken == nil { refuse(connection, .tooLong) } else { updateInterest(connection) }
      return true
    case .ended:
      endInput(connection, at: moment)
      return false
    }
  }

  /// Goes on with what was read already.
  private func takeRest(_ connection: Connection, at moment: Moment) {
    let taken = connection.rest.withSpan { take($0, of: connection, at: moment) }
    guard let taken else { return refuse(connection, .tooLong) }
    connection.rest.removeFirst(taken)
    if connection.rest.isEmpty { connection.rest = Bytes() }
    updateInterest(connection)
  }

  /// Gives the server the lines of a connection's bytes, as many as may be in flight.
  ///
  /// - Returns: How many of the bytes were taken; nil where a line is too long.
  private func take(
    _ bytes: Span<UInt8>, of connection: Connection, at moment: Moment
  ) -> Int? {
    let room = WireLimits.requestsInFlight &- connection.requests
    let answered = current.effects.replies.count
    var requests = 0
    let taken = connection.framer.take(bytes) { line in
      give(line, from: connection.id, at: moment)
      requests &+= 1
      return requests < room
        && current.effects.replies.count &- answered < WireLimits.bytesInFlight
    }
    let size = (taken ?? 0) &+ current.effects.replies.count &- answered
    current.reads.append((connection.id, requests, size))
    connection.requests &+= requests
    connection.unanswered &+= size
    unanswered &+= size
    if taken != nil { notePartial(connection, hasLine: requests > 0, at: moment) }
    return taken
  }

  private func endInput(_ connection: Connection, at moment: Moment) {
    let id = connection.id
    connection.framer.finish { line in
      give(line, from: id, at: moment)
    }
    connection.partialSince = nil
    connection.inputEnded = true
    current.ended.append(id)
    updateInterest(connection)
  }

  private func notePartial(_ connection: Connection, hasLine: Bool, at moment: Moment) {
    guard connection.framer.hasPartial else {
      connection.partialSince = nil
      return
    }
    if connection.partialSince == nil || hasLine { connection.partialSince = moment.boot }
    armSweep()
  }

  /// Has a connection told what is wrong with its input, and closed.
  func refuse(_ connection: Connection, _ reason: LineRefusal) {
    connection.partialSince = nil
    connection.framer = LineFramer()
    connection.rest = Bytes()
    give(.refuse(connection.id, reason))
    connection.isRefused = true
    updateInterest(connection)
  }

  private func discard(_ connection: Connection) {
    switch buffer.receive(from: connection.descriptor.raw, { _ in }) {
    case .count, .wouldBlock: return
    case .ended:
      connection.inputEnded = true
      if connection.queued == 0 { drop(connection) } else { updateInterest(connection) }
    }
  }

  /// Makes the epoll set wait for what the connection can use now.
  func updateInterest(_ connection: Connection) {
    guard !connection.isGone else { return }
    let wanted = connection.wanted
    guard wanted != connection.interest else { return }
    let tag = UInt32(bitPattern: connection.id)
    do throws(SystemdError) {
      if connection.interest == nil {
        guard !wanted.isEmpty else { return }
        try set.add(connection.descriptor.raw, tag: tag, wanted)
      } else {
        try set.modify(connection.descriptor.raw, tag: tag, wanted)
      }
      connection.interest = wanted
    } catch {
      drop(connection)
    }
  }
}
