import JSON
import NavServer
import Systemd

extension Daemon {
  /// Performs a turn's effects in their order, with one send for each connection.
  ///
  /// Neighbouring events of a session are handed to its connections together, as long as nothing
  /// between them concerns one of these connections.
  func perform(_ turn: Turn) {
    var events: Effect?
    for record in turn.effects.records {
      if record.kind == .event, let open = events, open.session == record.session,
        open.end == record.start
      {
        events?.end = record.end
        continue
      }
      if let open = events, !isIndependent(record, of: open.session) {
        distribute(open)
        events = nil
      }
      switch record.kind {
      case .event: events = record
      case .reply:
        add(
          Connection.Slice(isEvent: false, start: record.start, end: record.end),
          to: connections[record.connection])
      case .join: join(record.connection, record.session)
      case .leave: leave(record.connection, record.session)
      case .close: close(connections[record.connection])
      case .activate:
        activator.start(turn.effects.replies.array(record.start..<record.end))
      }
    }
    if let open = events { distribute(open) }
    for connection in touched { transmit(connection, turn) }
    touched.removeAll(keepingCapacity: true)
    letGoOfShared()
  }

  private func isIndependent(_ record: Effect, of session: Int32) -> Bool {
    switch record.kind {
    case .event: false
    case .activate: true
    case .reply:
      connections[record.connection].map { $0.joined.isEmpty || $0.joined[session] == nil } ?? true
    case .join, .leave, .close: false
    }
  }

  private func distribute(_ record: Effect) {
    guard let fanout = fanouts[record.session] else { return }
    let slice = Connection.Slice(
      isEvent: true,
      isShared: SharedBytes.pays(record.end &- record.start, times: fanout.members.count),
      start: record.start, end: record.end)
    for connection in fanout.members { add(slice, to: connection) }
  }

  private func add(_ slice: Connection.Slice, to connection: Connection?) {
    guard let connection, !connection.isClosing else { return }
    if connection.add(slice) { touched.append(connection) }
  }

  private func close(_ connection: Connection?) {
    guard let connection, !connection.isClosing else { return }
    if connection.slices.isEmpty { touched.append(connection) }
    beginClosing(connection)
  }

  private func join(_ id: Int32, _ session: Int32) {
    guard let connection = connections[id], !connection.isClosing else { return }
    let count = connection.joined[session, default: 0]
    connection.joined[session] = count + 1
    connection.isJoining = true
    guard count == 0 else { return }
    if let fanout = fanouts[session] {
      fanout.members.append(connection)
    } else {
      let fanout = Fanout()
      fanout.members.append(connection)
      fanouts[session] = fanout
    }
  }

  private func leave(_ id: Int32, _ session: Int32) {
    guard let connection = connections[id], let count = connection.joined[session] else { return }
    guard count == 1 else {
      connection.joined[session] = count - 1
      return
    }
    connection.joined[session] = nil
    removeFromFanout(connection, session)
    if connection.inputEnded { current.ended.append(id) }
  }

  private func removeFromFanout(_ connection: Connection, _ session: Int32) {
    guard let fanout = fanouts[session] else { return }
    if let index = fanout.members.firstIndex(where: { $0 === connection }) {
      fanout.members.remove(at: index)
    }
    if fanout.members.isEmpty { fanouts[session] = nil }
  }

  /// Ends all fan-outs to a connection.
  func removeFromFanouts(_ connection: Connection) {
    for session in connection.joined.keys { removeFromFanout(connection, session) }
    connection.joined.removeAll()
  }
}
