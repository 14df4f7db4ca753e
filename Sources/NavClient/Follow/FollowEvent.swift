public import JSON

/// What a follower tells.
public enum FollowEvent: Equatable, Sendable {
  /// The subscription stands.
  case subscribed(session: Text, mode: Text, rev: Int64)
  /// The replica was changed by this event; the calls in it are to be made now.
  case navigated(NavigateEvent)
  /// Nothing is missing up to this revision.
  case synced(session: Text, rev: Int64)
  /// navd ended the subscription: no more comes, and the follower does not come back by itself.
  case ended(reason: Text)
  /// navd is about to stop.
  case draining
  /// The connection is gone; the next attempt is so many milliseconds away.
  case lost(reason: String, retryAfter: Int)
}
