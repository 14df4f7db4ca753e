public import JSON
public import NavCore

/// A copy of a session's navigation state, kept by applying events.
public struct Replica: Hashable, Sendable {
  /// The epoch of the store that `rev` counts in.
  public var epoch: Text
  /// The revision of the last event applied.
  public var rev: Int64
  /// The state after it.
  public var state: NavigationState

  /// What became of an event.
  public enum Outcome: Sendable {
    /// It was the next one, or a snapshot.
    case applied
    /// It was applied before.
    case repeated
    /// Something is missing before it: the replica must begin again with a snapshot.
    case gap
  }

  /// Applies an event to a replica that may not exist yet.
  public static func apply(_ event: NavigateEvent, to replica: inout Replica?) -> Outcome {
    if case .reset(let state)? = event.commands.first {
      var made = Replica(epoch: event.epoch, rev: event.rev, state: state)
      for command in event.commands.dropFirst() { made.state.apply(command) }
      replica = made
      return .applied
    }
    guard var known = replica, known.epoch == event.epoch else { return .gap }
    if event.rev <= known.rev { return .repeated }
    guard event.rev == known.rev &+ 1 else { return .gap }
    for command in event.commands { known.state.apply(command) }
    known.rev = event.rev
    replica = known
    return .applied
  }
}
