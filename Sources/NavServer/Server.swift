public import JSON
public import NavCore
public import NavProtocol

// The daemon as a value.
//
// Everything that navd decides is decided here, and nothing here touches a socket, a file or a clock:
// a line and a moment come in, effects go out. So the whole daemon runs inside a test with a manual
// clock, a recorded session replays to the same bytes, and a promise such as "an answer never leaves
// before its record is on disk" is a property of one small loop in the shell: it commits
// `effects.batch` and only then performs `effects.records`, in order.
//
// Order is what makes subscriptions exact. `join` is a record among the others, so a subscriber's
// snapshot and the first event after it cannot overlap or leave a gap, whenever the turn is released.

/// All of navd but its I/O.
public struct Server: ~Copyable {
  var resolver: Resolver
  let epoch: Text
  let version: Text
  var accounts: [Text: UInt32]
  var sessions = SessionTable()
  let changed = ChangedSessions()
  let paid = StoredBytes()
  var clients: [Int32: Client] = [:]
  var observers: [Int32: UInt64] = [:]
  var nextSubscription: UInt64 = 1
  var nextRequest: UInt64 = 1
  var requestCounterIsDirty = false
  var keys: [Text: StoredKey] = [:]
  var nextKeyRow: Int64 = 1
  var waits: [Wait] = []
  var problems: [Text] = []
  var isDraining = false
  /// Whether nothing can be stored, so that what would change something is refused.
  public internal(set) var isFull = false
  /// Whether new manifests have not reached the sessions yet.
  var adaptIsDue = false
  /// The sessions that were taken out of memory because their rows are not stored.
  var undone: [Int32: Session] = [:]
  var syncDue: Int64?
  var spare: Document?
  /// No commands, and the memory of the last event's.
  var spareCommands: [Command] = []
  /// Kept for its memory, as the document is.
  var payloads = PayloadReader()
  var timers = Timers()
  var stats = Stats()
  /// The moment of what is being done.
  var now = Moment(boot: 0, wall: 0)

  /// The first result of a request with a key.
  struct StoredKey {
    var row: Int64
    /// Unix milliseconds.
    var until: Int64
    var result: Text
    /// Who pays for it.
    var uid: UInt32

    /// Bytes that it is counted as: what its row has.
    func size(with key: Text) -> Int { key.count + result.count + 64 }
  }

  /// Makes a server without sessions.
  ///
  /// - Parameters:
  ///   - resolver: The manifests in force.
  ///   - epoch: The store's epoch.
  ///   - version: navd's version.
  ///   - accounts: The uid of every name that a manifest's `user` has.
  public init(
    resolver: Resolver, epoch: Text, version: Text, accounts: [Text: UInt32] = [:],
    problems: [Text] = []
  ) {
    self.resolver = resolver
    self.epoch = epoch
    self.version = version
    self.accounts = accounts
    self.problems = problems
  }

  /// A new connection.
  public mutating func connect(
    _ id: Int32, peer: Peer, at: Moment, into effects: inout Effects
  ) {
    clients[id] = Client(peer: peer)
  }

  /// A connection is gone: its subscriptions end, and what it waited for is forgotten.
  public mutating func disconnect(_ id: Int32, at: Moment, into effects: inout Effects) {
    guard let client = clients.removeValue(forKey: id) else { return }
    for subscription in client.subscriptions {
      effects.leave(id, subscription.session)
      if let session = sessions[subscription.session], session.frontend == id {
        session.frontend = nil
        session.acksByItself = false
      }
    }
    if client.watchesAll != nil { for session in sessions.all { effects.leave(id, session.slot) } }
    observers.removeValue(forKey: id)
    waits.removeAll { $0.connection == id }
  }

  /// Begins to serve what was restored: it is brought in line with the manifests in force, and front ends that
  /// are owed calls are started.
  public mutating func start(at: Moment, into effects: inout Effects) {
    now = at
    (stats.began, stats.firstRequest) = (at, nextRequest)
    if isFull { adaptLater() } else { adaptSessions(at: at, into: &effects) }
    for session in sessions.all {
      session.resumeTimers(at: at)
      schedule(session)
      if !session.calls.isEmpty { wake(session, &effects) }
    }
  }

  /// Whether more may come for a connection whose client has ended its side: the answer of a wait, or
  /// the events of sessions that are yet to be made.
  public func owes(_ id: Int32) -> Bool {
    clients[id]?.watchesAll != nil || waits.contains { $0.connection == id }
  }

  /// A line that cannot be read as one; the connection is closed with a reason.
  public mutating func refuse(
    _ id: Int32, _ reason: LineRefusal, into effects: inout Effects
  ) {
    let refusal =
      switch reason {
      case .tooLong:
        Refusal(
          .too_large,
          "a line is at most \(WireLimits.requestLine) bytes; split the request or shorten it")
      case .timeout:
        Refusal(.line_timeout, "a line was begun and not ended within 10 s; end lines with \\n")
      }
    effects.reply(to: id) { out in
      out.append("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":")
      refusal.write(into: &out)
      out.append("}")
    }
    effects.close(id)
  }

  /// Announces the stop to every connection; `bye` is the last line of each.
  public mutating func drain(into effects: inout Effects) {
    isDraining = true
    for id in clients.keys.sorted() {
      effects.reply(to: id) {
        $0.append("{\"jsonrpc\":\"2.0\",\"method\":\"draining\",\"params\":{}}")
      }
      effects.reply(to: id) { out in
        out.append(
          "{\"jsonrpc\":\"2.0\",\"method\":\"bye\",\"params\":{\"reason\":\"stopping\"}}")
      }
      effects.close(id)
    }
  }

  /// One line for `STATUS=`.
  public var status: String {
    let apps = resolver.manifests.count
    let full = isFull ? "the disk is full, changes are refused; " : ""
    let state =
      "\(full)\(apps) apps, \(sessions.count) sessions, \(clients.count) clients"
    return problems.isEmpty ? state : "\(state); \(problems.count) problems: \(problems[0].string)"
  }
}

/// Why a line cannot be read as one.
public enum LineRefusal: Sendable {
  /// It is longer than the limit.
  case tooLong
  /// It was not ended in time.
  case timeout
}
