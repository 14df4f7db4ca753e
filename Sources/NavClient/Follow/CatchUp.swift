internal import JSON

/// What a follower of all sessions missed while it had no connection, asked for session by session.
///
/// All sessions are followed without a position, so after a reconnect each begins with a snapshot.
/// Where that is ahead of what is known, the events between are asked for by a subscription of that
/// session alone, which ends when they have come. What comes meanwhile by the way of all is passed over: it
/// comes again, in its place.
struct CatchUp {
  /// A session, with the snapshot that told of the gap.
  struct Missed {
    var event: NavigateEvent
    var position: Position
  }

  private var queue: [Missed] = []
  private var current: Missed?
  private var id: Int64?
  private var sub: Text?

  /// Whether something is asked for.
  var isBusy: Bool { current != nil }

  /// Whether events of the session are asked for, or will be.
  func has(_ session: Text) -> Bool {
    current?.event.session == session || queue.contains { $0.event.session == session }
  }

  /// Adds a session.
  mutating func add(_ event: NavigateEvent, after position: Position) {
    queue.append(Missed(event: event, position: position))
  }

  /// Begins with the next session; nil where there is none.
  mutating func begin(_ id: Int64) -> Missed? {
    guard current == nil, !queue.isEmpty else { return nil }
    current = queue.removeFirst()
    self.id = id
    return current
  }

  /// Whether an answer is the one that is waited for.
  func isAnswer(_ id: Int64) -> Bool { current != nil && self.id == id }

  /// Takes the answer; the session that it is of.
  mutating func answered(sub: Text) -> Text? {
    self.sub = sub
    return current?.event.session
  }

  /// Whether a `sync` of this session says that all has come.
  func ends(with session: Text) -> Bool { sub != nil && current?.event.session == session }

  /// Ends with the session; the subscription to be ended.
  mutating func finish() -> Text? {
    guard let sub else { return nil }
    (current, id, self.sub) = (nil, nil, nil)
    return sub
  }

  /// Ends with a session whose events are not to be had.
  mutating func abandon() -> Missed? {
    defer { (current, id, sub) = (nil, nil, nil) }
    return current
  }
}
