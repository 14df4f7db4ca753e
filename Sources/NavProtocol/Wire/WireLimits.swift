/// The limits of the wire, each with its reason; `hello` tells those that a client plans with.
///
/// Times are milliseconds.
public enum WireLimits {
  // MARK: Lines

  /// Bytes of a request line: the largest push payload, base64 and all, many times over.
  public static let requestLine = 64 * 1024
  /// Bytes of a server line: a whole state and its calls.
  public static let serverLine = 256 * 1024
  /// Nesting of JSON: no push system goes beyond a dozen.
  public static let depth = 32
  /// Params of a request: ten times what a screen declares.
  public static let params = 256
  /// How long a line may stay incomplete: a person types a line faster, a slow-loris does not.
  public static let incompleteLine: Int64 = 10_000

  // MARK: Connections

  /// Connections in all: as systemd's varlink servers have it.
  public static let connections = 4096
  /// Connections of one uid, but root's and navd's own: a desktop session with a dozen programs has
  /// a few dozen.
  public static let connectionsPerUser = 64
  /// Subscriptions of a connection: a panel with a dashboard has a handful.
  public static let subscriptions = 16
  /// Requests of a connection that are read and not answered yet; then reading pauses.
  ///
  /// What a client gains by more in flight ends long before.
  public static let requestsInFlight = 512
  /// Bytes of these requests and of their answers: whoever asks for much reads it before more is made.
  public static let bytesInFlight = 256 * 1024
  /// The same of all connections: what a small device can spare.
  public static let bytesInFlightInAll = 32 * 1024 * 1024
  /// Bytes read from a connection in one turn: with bigger reads client and server take turns
  /// instead of working at the same time (0.65 instead of 0.93 of Redis' rate).
  public static let read = 24 * 1024
  /// Waits of a connection for an ack: a stored request that waits is not in flight.
  public static let waits = 64

  // MARK: Output

  /// Output that a connection may leave unread for ``slow``; reading from it pauses meanwhile.
  public static let softOutput = 256 * 1024
  /// How long the soft limit may be exceeded: a client that was stopped for a moment goes on.
  public static let slow: Int64 = 10_000
  /// Output that a connection may leave unread at any time: a snapshot and a burst of events.
  public static let hardOutput = 1024 * 1024
  /// Output of all connections of a uid: eight that are at the hard limit.
  public static let outputPerUser = 8 * 1024 * 1024
  /// Output of all connections: eight uids at theirs; the largest is closed first.
  public static let outputInAll = 64 * 1024 * 1024

  // MARK: What is kept

  /// Sessions of a uid: more than the seats of a machine.
  public static let sessionsPerUser = 64
  /// Un-acked calls of a session by one sender: a front end that is gone for a day, not for ever.
  public static let unackedCalls = 256
  /// Un-acked calls of a session in all: with its state they have to fit ``serverLine``.
  public static let unackedCallsInAll = 512
  /// Bytes of what a sender has waiting: events that nobody has acked, what is held, notices, keys.
  ///
  /// Twenty thousand requests; one sender's store never keeps another from storing.
  public static let storedPerUser = 8 * 1024 * 1024
  /// Events kept of a session for resume: a front end that was away for an hour of steady use.
  public static let history = 1024
  /// Bytes of these events: where they are large, fewer are kept.
  public static let historyBytes = 1024 * 1024
  /// How long an idempotency key is remembered: a day.
  public static let keyLifetime: Int64 = 86_400_000

  // MARK: Time

  /// Time between two `sync` of an idle subscription.
  public static let syncInterval: Int64 = 30_000
}
