import JSON
import NavProtocol
import NavServer
import Systemd
import UnixIO

extension Daemon {
  /// Takes no more requests of a connection and closes it when its output is written.
  ///
  /// The server is told at once, as in ``drop(_:)``: what a turn reads after it finds the seat free.
  func beginClosing(_ connection: Connection?) {
    guard let connection, !connection.isClosing, !connection.isGone else { return }
    connection.isClosing = true
    connection.rest = Bytes()
    connection.lingerUntil = SystemClock.boottime() &+ Limits.farewell
    removeFromFanouts(connection)
    give(.disconnect(connection.id))
    armSweep()
  }

  /// Closes a connection that has nothing to write: one that is being closed, or one whose client
  /// has ended its side and waits for nothing any more.
  func closeIfDone(_ connection: Connection) {
    guard connection.queued == 0, connection.slices.isEmpty, !connection.isGone else { return }
    if connection.isClosing {
      guard !connection.inputEnded else { return drop(connection) }
      guard !connection.isShut else { return }
      connection.isShut = true
      connection.lingerUntil = SystemClock.boottime() &+ Limits.linger
      Transfer.endWriting(connection.descriptor.raw)
    } else if connection.inputEnded, connection.unanswered == 0, connection.joined.isEmpty,
      !server.owes(connection.id)
    {
      drop(connection)
    }
  }

  /// Closes a connection now, whatever is unsent.
  func drop(_ connection: Connection) {
    guard !connection.isGone else { return }
    connection.isGone = true
    if !connection.isClosing {
      removeFromFanouts(connection)
      give(.disconnect(connection.id))
    }
    output.change(connection.peer.uid, by: -connection.accounted)
    connection.accounted = 0
    if connection.interest != nil { set.remove(connection.descriptor.raw) }
    connections.remove(connection)
    armStatus()
  }

  /// Looks at the deadlines of all connections.
  func sweep() {
    isSweeping = false
    let now = SystemClock.boottime()
    var isNeeded = false
    for connection in connections.all {
      if let until = connection.lingerUntil, now >= until {
        drop(connection)
        continue
      }
      if let since = connection.overSince, !connection.isClosing, now >= since &+ WireLimits.slow {
        cutOff(connection, limit: "\(WireLimits.softOutput) bytes for \(WireLimits.slow / 1000) s")
        write(connection)
      }
      if let since = connection.partialSince, connection.mayRead,
        now >= since &+ WireLimits.incompleteLine
      {
        refuse(connection, .timeout)
      }
      if connection.lingerUntil != nil || connection.overSince != nil
        || connection.partialSince != nil
      {
        isNeeded = true
      }
    }
    settle()
    if isNeeded { armSweep() }
  }
}
