import JSON
import NavCore
public import NavProtocol

extension Server {
  /// The row of meta that only tries whether there is space.
  private static let trialRow: Int64 = 2

  /// The methods that change a session, a request or a key, with those that do so only sometimes left
  /// out: `send`, `subscribe` and `server.reload` look for themselves.
  static let changingMethods: Set<Text> = [
    "ack", "nack", "report", "navigate", "activate", "activity", "session.close", "request.cancel",
  ]

  /// Nothing can be stored: from now on whatever would change something is refused with `not_durable`.
  public mutating func spaceIsGone() { isFull = true }

  /// Things can be stored again: what fell due meanwhile is done, and new manifests reach the sessions.
  ///
  /// - Returns: Whether sessions were brought in line with new manifests.
  public mutating func spaceIsBack(at: Moment, into effects: inout Effects) -> Bool {
    guard isFull else { return false }
    isFull = false
    effects.delete(.meta, Server.trialRow...Server.trialRow)
    now = at
    let isDue = adaptIsDue
    if isDue { adaptSessions(at: at, into: &effects) }
    expireTimers(&effects)
    return isDue
  }

  /// Has the sessions brought in line with the manifests when things can be stored again.
  public mutating func adaptLater() { adaptIsDue = true }

  /// A batch of about so many bytes that changes nothing; once it is committed there is space again.
  public static func trial(bytes: Int) -> StoreBatch {
    let body = [UInt8](repeating: UInt8(ascii: "0"), count: max(bytes, 0))
    return StoreBatch([.put(.meta, id: trialRow, body: body)])
  }

  /// Refuses while nothing can be stored.
  func requireSpace() throws(Refusal) {
    guard isFull else { return }
    throw Refusal(
      .not_durable,
      "navd's disk is full: nothing was changed or stored; try again when there is space")
  }

  /// Refuses a method that changes something while nothing can be stored.
  func requireSpace(for method: Text) throws(Refusal) {
    if Server.changingMethods.contains(method) { try requireSpace() }
  }
}
