/// The end of one commit.
public struct StoreCompletion: Equatable, Sendable {
  /// The ticket that the batch was given with.
  public var ticket: UInt64
  /// Nil when the batch is as durable as it gets; otherwise nothing of it is stored.
  public var error: StoreError?

  /// Makes a completion.
  public init(ticket: UInt64, error: StoreError? = nil) {
    self.ticket = ticket
    self.error = error
  }
}
