/// The times and counts of the shell itself; what clients notice is in `WireLimits`.
///
/// Times are milliseconds.
enum Limits {
  /// Microseconds that connections are looked at before the loop sleeps: about what a sleep and its end cost.
  static let watch: UInt64 = 50
  /// Turns before the loop's other sources are looked at.
  static let turns = 16
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
