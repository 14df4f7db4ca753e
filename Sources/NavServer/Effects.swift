public import JSON
public import NavProtocol

/// One thing that the shell does when the turn's records are committed; `BitwiseCopyable`, so that a turn costs no allocation per effect.
public struct Effect: BitwiseCopyable, Sendable, Equatable {
  /// What is done.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// `replies[start..<end]` goes to the connection.
    case reply
    /// `events[start..<end]` goes to every connection joined to the session.
    case event
    /// The connection joins the session's fan-out.
    case join
    /// The connection leaves the session's fan-out.
    case leave
    /// The connection is closed when its output is written.
    case close
    /// The front end's unit, named by `replies[start..<end]`, is started.
    case activate
  }

  /// What is done.
  public var kind: Kind
  /// The connection, where one is meant; else -1.
  public var connection: Int32
  /// The session's slot, where one is meant; else -1.
  public var session: Int32
  /// Start of its bytes in the arena.
  public var start: Int
  /// End of its bytes in the arena.
  public var end: Int
}

/// What a turn of the loop brings about: flat records over two arenas, and the rows to commit before any of it leaves.
public struct Effects: ~Copyable {
  /// Whole event lines.
  public var events = Bytes()
  /// Whole lines for one connection each.
  public var replies = Bytes()
  /// What is done, in order.
  public var records: [Effect] = []
  /// What is committed first.
  public var batch = StoreBatch()
  /// Whether a client asked for the manifests to be read again.
  public var reloadRequested = false

  /// Whether rows are made at all; without a store they would be thrown away.
  let storesRows: Bool
  private var row = Bytes()

  /// Makes no effects.
  ///
  /// - Parameter storesRows: Whether ``batch`` is filled.
  public init(storesRows: Bool = true) { self.storesRows = storesRows }

  /// Forgets everything and keeps the memory.
  public mutating func removeAll() {
    events.removeAll()
    replies.removeAll()
    records.removeAll(keepingCapacity: true)
    batch = StoreBatch()
    reloadRequested = false
  }

  /// Adds a line to a connection's output; the body writes it without `\n`.
  mutating func reply(to connection: Int32, _ body: (inout Bytes) -> Void) {
    lines(to: connection) { out in
      body(&out)
      out.append(byte: 0x0A)
    }
  }

  /// Adds whole lines, each with its `\n`, to a connection's output.
  mutating func lines(to connection: Int32, _ body: (inout Bytes) -> Void) {
    let start = replies.count
    body(&replies)
    if let last = records.last, last.kind == .reply, last.connection == connection,
      last.end == start
    {
      records[records.count - 1].end = replies.count
      return
    }
    records.append(
      Effect(kind: .reply, connection: connection, session: -1, start: start, end: replies.count))
  }

  /// Adds an event line to a session's fan-out; the body writes it without `\n`.
  ///
  /// - Returns: Where the line is in ``events``, with its `\n`.
  mutating func event(of session: Int32, _ body: (inout Bytes) -> Void) -> Range<Int> {
    let start = events.count
    body(&events)
    events.append(byte: 0x0A)
    if let last = records.last, last.kind == .event, last.session == session, last.end == start {
      records[records.count - 1].end = events.count
    } else {
      records.append(
        Effect(kind: .event, connection: -1, session: session, start: start, end: events.count))
    }
    return start..<events.count
  }

  /// Makes what the body writes the row of an id.
  mutating func put(_ table: StoreTable, _ id: Int64, _ body: (inout Bytes) -> Void) {
    guard storesRows else { return }
    row.removeAll()
    body(&row)
    batch.changes.append(.put(table, id: id, body: row.array(0..<row.count)))
  }

  /// Removes rows.
  mutating func delete(_ table: StoreTable, _ ids: ClosedRange<Int64>) {
    guard storesRows else { return }
    batch.changes.append(.delete(table, ids: ids))
  }

  mutating func join(_ connection: Int32, _ session: Int32) {
    records.append(
      Effect(kind: .join, connection: connection, session: session, start: 0, end: 0))
  }

  mutating func leave(_ connection: Int32, _ session: Int32) {
    records.append(
      Effect(kind: .leave, connection: connection, session: session, start: 0, end: 0))
  }

  mutating func close(_ connection: Int32) {
    records.append(
      Effect(kind: .close, connection: connection, session: -1, start: 0, end: 0))
  }

  mutating func activate(unit: Text, session: Int32) {
    let start = replies.count
    replies.append(unit)
    records.append(
      Effect(kind: .activate, connection: -1, session: session, start: start, end: replies.count))
  }
}
