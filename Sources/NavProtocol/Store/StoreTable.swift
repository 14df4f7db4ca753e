/// A table of the store: rows of an id and a body of bytes that only `NavServer` understands.
///
/// The SQL tables have the same names as the cases.
public enum StoreTable: Int, CaseIterable, Sendable {
  /// What belongs to the whole store; id 0 is the store's own row, its epoch.
  case meta
  /// One row per session: its state and revisions.
  case session
  /// Events of the sessions, for redelivery and for resuming.
  case event
  /// Requests with their outcomes.
  case request
  /// Idempotency keys of senders.
  case key
}
