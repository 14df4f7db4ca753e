public import JSON
internal import NavCore
internal import UnixIO

// Why a follower is more than a subscription.
//
// Connections end: navd is upgraded, the machine sleeps, a reader is too slow. A client that treats
// that as fatal restarts in front of the user; one that goes on without noticing shows a wrong screen
// for hours. The follower knows how far it has come (`epoch`, `rev`), comes back by itself, asks for what it
// missed, and starts again from a snapshot where that is gone. What it hands out is therefore
// one sequence without gaps, whatever happened below it.

/// Follows one session, or all of them, over any number of connections.
public final class Follower {
  /// The socket's path.
  public let path: String
  /// What is followed.
  public let subscription: Subscription
  /// The states, by session; none where it went on from a position and no snapshot has come.
  public private(set) var replicas: [Text: Replica] = [:]
  /// How far each session has come.
  public private(set) var positions: [Text: Position]
  /// A descriptor of the caller's output: when nobody reads that any more, ``next(until:)`` throws
  /// ``ClientError/abandoned``.
  public var output: Int32?

  private let reconnects: Bool
  private var connection: Connection?
  private var document = Document()
  private var backoff = Backoff()
  private var retry: Deadline?
  private var hadConnection = false
  private var refusals = 0
  private var acked: [Text: Int64] = [:]
  private var hasEnded = false
  private var sub: Text = ""
  /// The sessions that something has come of on this connection.
  private var heard: Set<Text> = []
  private var catchUp = CatchUp()

  /// Makes a follower; it connects with the first ``next(until:)``.
  ///
  /// - Parameters:
  ///   - positions: what the caller has of each session; what came after is handed out.
  ///   - reconnects: whether to come back after the connection was lost. The first attempt
  ///     is never repeated: where navd is not there at all, the caller wants to know.
  public init(
    path: String, subscription: Subscription, from positions: [Text: Position] = [:],
    reconnects: Bool = true
  ) {
    (self.path, self.subscription, self.reconnects) = (path, subscription, reconnects)
    self.positions = positions
  }

  /// What happens next; nil after the deadline.
  ///
  /// - Throws: what ended it for good: navd is unreachable at first, refuses the subscription, or
  ///   has ended it.
  public func next(until deadline: Deadline) throws(ClientError) -> FollowEvent? {
    while true {
      if hasEnded { throw .disconnected("the subscription has ended") }
      guard let connection else {
        if let event = try reconnect(until: deadline) { return event }
        if self.connection == nil, deadline.hasPassed { return nil }
        continue
      }
      do throws(ClientError) {
        guard let message = try connection.next(until: deadline) else { return nil }
        if let event = try interpret(message) { return event }
      } catch {
        return try lose(error)
      }
    }
  }

  /// Acks all events of a session up to a revision; after a reconnect it is said again.
  public func ack(_ session: Text, rev: Int64) {
    acked[session] = rev
    guard let connection else { return }
    var params = ObjectWriter()
    params.add("session", session)
    params.add("rev", rev)
    connection.send("ack", params: params.finish())
  }

  /// Waits until what was acked is written; false after the deadline.
  public func flush(until deadline: Deadline) throws(ClientError) -> Bool {
    try connection?.flush(until: deadline) ?? true
  }

  private func reconnect(until deadline: Deadline) throws(ClientError) -> FollowEvent? {
    if let retry, !retry.hasPassed {
      guard retry.sooner(deadline).wait(unlessClosed: output) else { throw .abandoned }
      if !retry.hasPassed { return nil }
    }
    do throws(ClientError) {
      let connection = try Connection(to: path)
      connection.output = output
      let known = subscription.isOfAll ? nil : positions.values.first
      let limit = Deadline.after(milliseconds: 10_000)
      let answer = try connection.call(
        "subscribe", params: subscription.params(after: known), until: limit)
      self.connection = connection
      hadConnection = true
      refusals = 0
      backoff.reset()
      return try welcome(answer)
    } catch {
      return try lose(error)
    }
  }

  private func welcome(_ answer: Text) throws(ClientError) -> FollowEvent {
    try read(answer.bytes)
    let session = document.text(document.root, "session") ?? subscription.session
    let mode = document.text(document.root, "mode") ?? "snapshot"
    sub = document.text(document.root, "sub") ?? ""
    heard = []
    catchUp = CatchUp()
    if mode == "resumed" {
      for (session, rev) in acked { ack(session, rev: rev) }
    } else if !subscription.isOfAll {
      (replicas, positions, acked) = ([:], [:], [:])
    }
    let rev = document.integer(document.root, "rev") ?? 0
    return .subscribed(session: session, mode: mode, rev: rev)
  }

  /// Forgets the connection, and says when the next attempt is; throws where there is none.
  private func lose(_ error: ClientError) throws(ClientError) -> FollowEvent {
    connection = nil
    guard reconnects, hadConnection, mayPass(error) else { throw error }
    var generator = SystemRandomNumberGenerator()
    let wait = backoff.next(using: &generator)
    retry = .after(milliseconds: Int64(wait))
    return .lost(reason: "\(error)", retryAfter: wait)
  }

  /// Whether another attempt may fare better.
  ///
  /// navd may need a moment to notice that the front end that holds the session is this one's own
  /// lost connection.
  private func mayPass(_ error: ClientError) -> Bool {
    if error == .abandoned { return false }
    guard case .refused(let refused) = error else { return true }
    refusals += 1
    let passing: [Text] = ["session_busy", "busy", "not_durable"]
    return passing.contains(refused.kind) && refusals <= 5
  }

  private func read(_ line: [UInt8]) throws(ClientError) {
    do throws(JSONError) {
      try document.parse(line, maximumDepth: 64)
    } catch {
      throw .malformed(error.message)
    }
  }

  private func interpret(_ message: Message) throws(ClientError) -> FollowEvent? {
    let line: [UInt8]
    switch message {
    case .notification(_, let notification): line = notification
    case .result(let id, let result):
      if catchUp.isAnswer(id) { try caughtUpFrom(result) }
      return nil
    case .refusal(let id?, _):
      return catchUp.isAnswer(id) ? giveUpCatchingUp() : nil
    default: return nil
    }
    try read(line)
    let params = document.member(document.root, "params") ?? document.root
    guard case .notification(let method, _) = message else { return nil }
    switch method.string {
    case "navigate":
      guard let event = NavigateEvent(json: document, params) else {
        throw .malformed("a navigate without session, epoch or rev")
      }
      return try apply(event)
    case "sync":
      let rev = document.integer(params, "rev") ?? 0
      let session = document.text(params, "session") ?? subscription.session
      if catchUp.ends(with: session) { askNext() }
      if !subscription.isOfAll, let known = positions[session], known.rev != rev {
        return try startAgain("rev \(rev) was announced, \(known.rev) had come")
      }
      return .synced(session: session, rev: rev)
    case "ended":
      guard document.text(params, "sub") ?? sub == sub else {
        return giveUpCatchingUp()
      }
      hasEnded = true
      return .ended(reason: document.text(params, "reason") ?? "")
    case "draining": return .draining
    default: return nil
    }
  }

  private func startAgain(_ reason: String) throws(ClientError) -> FollowEvent {
    (replicas, positions, acked) = ([:], [:], [:])
    return try lose(.malformed(reason))
  }
}

// How events become one sequence.

extension Follower {
  private func apply(_ event: NavigateEvent) throws(ClientError) -> FollowEvent? {
    let isFirst = heard.insert(event.session).inserted
    guard let known = positions[event.session] else { return take(event) }
    if subscription.isOfAll, isFirst, case .reset(let state)? = event.commands.first {
      return compare(event, state, with: known)
    }
    if subscription.isOfAll, !catchUp.has(event.session) {
      // An admin may see sessions of one name and several users: each counts for itself.
      return take(event)
    }
    guard known.epoch == event.epoch else { return try gap(event) }
    if event.rev <= known.rev { return nil }
    return event.rev == known.rev &+ 1 ? take(event) : try gap(event)
  }

  /// What a snapshot means after a reconnect to all: nothing new, or that events were missed.
  private func compare(
    _ event: NavigateEvent, _ state: NavigationState, with known: Position
  ) -> FollowEvent? {
    guard known.epoch == event.epoch, known.rev <= event.rev else { return take(event) }
    if known.rev < event.rev {
      let isFree = !catchUp.isBusy
      catchUp.add(event, after: known)
      if isFree { askNext() }
    } else if replicas[event.session] == nil {
      replicas[event.session] = Replica(epoch: event.epoch, rev: event.rev, state: state)
    }
    return nil
  }

  private func take(_ event: NavigateEvent) -> FollowEvent {
    if Replica.apply(event, to: &replicas[event.session]) == .gap {
      replicas[event.session] = nil
    }
    positions[event.session] = Position(epoch: event.epoch, rev: event.rev)
    return .navigated(event)
  }

  private func gap(_ event: NavigateEvent) throws(ClientError) -> FollowEvent? {
    guard subscription.isOfAll else {
      return try startAgain("rev \(event.rev) came out of turn")
    }
    // What is asked for comes again, in order.
    return nil
  }

  private func askNext() {
    guard let connection else { return }
    if let sub = catchUp.finish() {
      var params = ObjectWriter()
      params.add("sub", sub)
      connection.send("unsubscribe", params: params.finish(), id: connection.makeID())
    }
    let id = connection.makeID()
    guard let missed = catchUp.begin(id) else { return }
    let part = Subscription(session: missed.event.session, role: .observer)
    connection.send("subscribe", params: part.params(after: missed.position), id: id)
  }

  private func caughtUpFrom(_ result: Text) throws(ClientError) {
    try read(result.bytes)
    let root = document.root
    let isExpired = document.text(root, "mode") != "resumed"
    guard let session = catchUp.answered(sub: document.text(root, "sub") ?? "") else { return }
    if isExpired { positions[session] = nil }
  }

  private func giveUpCatchingUp() -> FollowEvent? {
    let missed = catchUp.abandon()
    askNext()
    return missed.map { take($0.event) }
  }
}
