import JSON
import NavProtocol
import NavServer
import Systemd
import UnixIO

extension Daemon {
  /// Sends a connection its pieces of the turn from the arenas, and queues what its socket does not
  /// take.
  func transmit(_ connection: Connection, _ turn: Turn) {
    let slices = connection.slices
    connection.slices.removeAll(keepingCapacity: slices.count <= 4)
    guard !connection.isGone else { return }
    if connection.queued > 0 {
      for slice in slices {
        if slice.isEvent {
          connection.queue.append(turn.effects.events, slice.start..<slice.end)
        } else {
          connection.queue.append(turn.effects.replies, slice.start..<slice.end)
        }
      }
      return didQueue(connection)
    }
    if slices.count == 1 {
      if slices[0].isEvent {
        send(
          turn.effects.events, slices[0].start..<slices[0].end, to: connection,
          isShared: slices[0].isShared)
      } else {
        send(turn.effects.replies, slices[0].start..<slices[0].end, to: connection)
      }
    } else if !slices.isEmpty {
      scratch.removeAll()
      for slice in slices {
        if slice.isEvent {
          scratch.append(turn.effects.events, slice.start..<slice.end)
        } else {
          scratch.append(turn.effects.replies, slice.start..<slice.end)
        }
      }
      send(scratch, 0..<scratch.count, to: connection)
    }
    if !connection.isGone { didQueue(connection) }
  }

  private func send(
    _ bytes: borrowing Bytes, _ range: Range<Int>, to connection: Connection, isShared: Bool = false
  ) {
    let result = unsafe bytes.withUnsafeBytes { all in
      let piece = unsafe UnsafeRawBufferPointer(rebasing: all[range])
      if isShared, let result = unsafe share(piece, at: range.lowerBound, to: connection) {
        return result
      }
      return unsafe Transfer.send(connection.descriptor.raw, piece)
    }
    switch result {
    case .count(let count):
      counters.bytesWritten &+= count
      if count == range.count {
        connection.isMidLine = false
      } else {
        if count > 0 { connection.isMidLine = bytes[range.lowerBound + count - 1] != 0x0A }
        connection.queue.append(bytes, (range.lowerBound + count)..<range.upperBound)
      }
    case .wouldBlock: connection.queue.append(bytes, range)
    case .ended: drop(connection)
    }
  }

  /// Writes what a connection's socket takes again.
  func write(_ connection: Connection) {
    let before = connection.queued
    let isThere = connection.flush()
    counters.bytesWritten &+= before &- connection.queued
    guard isThere else { return drop(connection) }
    didQueue(connection)
  }

  /// Draws the consequences of a changed queue: accounts, limits, what to wait for, the end.
  func didQueue(_ connection: Connection) {
    if connection.isJoining {
      connection.isJoining = false
      connection.catchUp = connection.queued
    }
    account(connection)
    if !connection.isClosing { enforceLimits(connection) }
    if connection.queued == 0 { closeIfDone(connection) }
    updateInterest(connection)
  }

  private func account(_ connection: Connection) {
    output.change(connection.peer.uid, by: connection.queued - connection.accounted)
    connection.accounted = connection.queued
  }

  private func enforceLimits(_ connection: Connection) {
    let queued = connection.queued
    guard queued > WireLimits.softOutput else {
      connection.overSince = nil
      if queued > 0 { enforceShares(of: connection.peer.uid) }
      return
    }
    if queued &- connection.catchUp > WireLimits.hardOutput {
      return cutOff(connection, limit: "\(WireLimits.hardOutput) bytes at once")
    }
    if connection.overSince == nil { connection.overSince = SystemClock.boottime() }
    armSweep()
    enforceShares(of: connection.peer.uid)
  }

  private func enforceShares(of uid: UInt32) {
    if !roles.isExempt(uid), output.bytes(of: uid) > WireLimits.outputPerUser {
      cutOffLargest(limit: "\(WireLimits.outputPerUser) bytes of a uid") { $0.peer.uid == uid }
    }
    if output.total > WireLimits.outputInAll {
      cutOffLargest(limit: "\(WireLimits.outputInAll) bytes in all") { _ in true }
    }
  }

  private func cutOffLargest(limit: String, _ matches: (Connection) -> Bool) {
    let candidates = connections.all.filter { !$0.isClosing && matches($0) }
    guard let largest = candidates.max(by: { $0.queued < $1.queued }) else { return }
    cutOff(largest, limit: limit)
    account(largest)
    updateInterest(largest)
  }

  /// Ends a connection whose client does not read: the line under way, `bye`, and nothing more.
  func cutOff(_ connection: Connection, limit: String) {
    log.client(
      .slowConsumer, uid: connection.peer.uid, pid: connection.peer.pid,
      at: SystemClock.boottime(),
      "does not read its answers and events: \(connection.queued) bytes wait, the limit is \(limit)",
      fields: [("NAVD_QUEUE_BYTES", "\(connection.queued)"), ("NAVD_LIMIT", limit)])
    counters.cutOff &+= 1
    connection.slices.removeAll()
    connection.cutQueue(
      "{\"jsonrpc\":\"2.0\",\"method\":\"bye\",\"params\":{\"reason\":\"slow_consumer\"}}\n")
    account(connection)
    beginClosing(connection)
  }
}
