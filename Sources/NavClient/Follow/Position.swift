public import JSON

/// How far a session has been followed.
public struct Position: Hashable, Sendable {
  /// The epoch of the store that `rev` counts in.
  public var epoch: Text
  /// The revision of the last event that was handed out.
  public var rev: Int64

  /// Makes a position.
  public init(epoch: Text, rev: Int64) { (self.epoch, self.rev) = (epoch, rev) }
}
