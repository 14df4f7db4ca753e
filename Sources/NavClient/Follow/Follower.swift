public import JSON
internal import NavCore

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
  /// The states, by session.
  public private(set) var replicas: [Text: Replica] = [:]

  private let reconnects: Bool
  private var connection: Connection?
  private var document = Document()
  private var backoff = Backoff()
  private var retry: Deadline?
  private var hadConnection = false
  private var refusals = 0
  private var acked: [Text: Int64] = [:]
  private var hasEnded = false

  /// Makes a follower; it connects with the first ``next(until:)``.
  ///
  /// - Parameter reconnects: whether to come back after the connection was lost. The first attempt
  ///   is never repeated: where navd is not there at all, the caller wants to know.
  public init(path: String, subscription: Subscription, reconnects: Bool = true) {
    (self.path, self.subscription, self.reconnects) = (path, subscription, reconnects)
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
      retry.sooner(deadline).wait()
      if !retry.hasPassed { return nil }
    }
    do throws(ClientError) {
      let connection = try Connection(to: path)
      let known = subscription.session == "*" ? nil : replicas.values.first
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
    do throws(JSONError) {
      try document.parse(answer.bytes, maximumDepth: 64)
    } catch {
      throw .malformed(error.message)
    }
    let session = document.text(document.root, "session") ?? subscription.session
    let mode = document.text(document.root, "mode") ?? "snapshot"
    if mode == "resumed" {
      for (session, rev) in acked { ack(session, rev: rev) }
    } else {
      (replicas, acked) = ([:], [:])
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
    guard case .refused(let refused) = error else { return true }
    refusals += 1
    let passing: [Text] = ["session_busy", "busy", "not_durable"]
    return passing.contains(refused.kind) && refusals <= 5
  }

  private func interpret(_ message: Message) throws(ClientError) -> FollowEvent? {
    guard case .notification(let method, let line) = message else { return nil }
    do throws(JSONError) {
      try document.parse(line, maximumDepth: 64)
    } catch {
      throw .malformed(error.message)
    }
    let params = document.member(document.root, "params") ?? document.root
    switch method.string {
    case "navigate":
      guard let event = NavigateEvent(json: document, params) else {
        throw .malformed("a navigate without session, epoch or rev")
      }
      return try apply(event)
    case "sync":
      let rev = document.integer(params, "rev") ?? 0
      let session = document.text(params, "session") ?? subscription.session
      if subscription.session != "*", let known = replicas[session], known.rev != rev {
        return try startAgain("rev \(rev) was announced, \(known.rev) had come")
      }
      return .synced(session: session, rev: rev)
    case "ended":
      hasEnded = true
      return .ended(reason: document.text(params, "reason") ?? "")
    case "draining": return .draining
    default: return nil
    }
  }

  private func apply(_ event: NavigateEvent) throws(ClientError) -> FollowEvent? {
    switch Replica.apply(event, to: &replicas[event.session]) {
    case .applied: return .navigated(event)
    case .repeated: return nil
    case .gap where subscription.session == "*":
      replicas[event.session] = nil
      return .navigated(event)
    case .gap: return try startAgain("rev \(event.rev) came out of turn")
    }
  }

  private func startAgain(_ reason: String) throws(ClientError) -> FollowEvent {
    (replicas, acked) = ([:], [:])
    return try lose(.malformed(reason))
  }
}
