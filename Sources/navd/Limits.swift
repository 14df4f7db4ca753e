/// The limits of connections and their bytes; those of requests are in `WireLimits`.
///
/// Times are milliseconds.
enum Limits {
  /// Connections in all: as systemd's varlink servers have it.
  static let connections = 4096
  /// Connections of one uid, but root's and navd's own: a desktop session with a dozen programs has
  /// a few dozen.
  static let connectionsPerUser = 64
  /// Bytes read from a connection in one turn: with bigger reads client and server take turns
  /// instead of working at the same time (0.65 instead of 0.93 of Redis' rate).
  static let read = 24 * 1024
  /// Bytes read from a connection and not answered yet; then reading pauses.
  static let unanswered = 256 * 1024
  /// The same of all connections.
  static let unansweredInAll = 32 * 1024 * 1024
  /// Output that a connection may leave unread for `slow`; reading from it pauses meanwhile.
  static let softOutput = 256 * 1024
  /// How long the soft limit may be exceeded.
  static let slow: Int64 = 10_000
  /// Output that a connection may leave unread at any time: a snapshot and a burst of events.
  static let hardOutput = 1024 * 1024
  /// Output of all connections of a uid.
  static let outputPerUser = 8 * 1024 * 1024
  /// Output of all connections.
  static let outputInAll = 64 * 1024 * 1024
  /// Microseconds that connections are looked at before the loop sleeps: about what a sleep and its end cost.
  static let watch: UInt64 = 50
  /// Turns before the loop's other sources are looked at.
  static let turns = 16
  /// How long a line may stay incomplete.
  static let incompleteLine: Int64 = 10_000
  /// How long a connection that is being closed may take for its last bytes: a client that was
  /// stopped for a moment still reads why.
  static let farewell: Int64 = 10_000
  /// How long the client's end of a connection whose last byte is written is waited for.
  static let linger: Int64 = 1_000
  /// How long a stop may take for everybody's last bytes.
  static let drain: Int64 = 2_000
  /// How long no connection is accepted after descriptors ran out.
  static let acceptPause: Int64 = 500
  /// Connections accepted in one turn.
  static let accepts = 64
  /// How often deadlines of connections are looked at.
  static let sweep: Int64 = 500
  /// How often it is tried whether a full disk has space again.
  static let trial: Int64 = 1_000
  /// How often `STATUS=` is sent at most.
  static let status: Int64 = 5_000
}
