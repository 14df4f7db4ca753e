public import JSON

/// What to follow, and as whom.
public struct Subscription: Sendable {
  /// What a subscriber is to a session.
  public enum Role: String, Sendable {
    /// Acts on the events and acks them; a session has one.
    case frontend
    /// Only watches.
    case observer
  }

  /// The session's name; `*` for all, as an observer.
  public var session: Text
  /// The app of a session that may have to be made.
  public var app: Text?
  /// As whom.
  public var role: Role
  /// Whether to take the session over from another front end.
  public var takesOver = false
  /// The conditions to report, as a JSON value.
  public var conditions: Text?
  /// The signed-in user to report.
  public var user: Text?

  /// Makes a subscription.
  public init(session: Text, role: Role, app: Text? = nil) {
    (self.session, self.role, self.app) = (session, role, app)
  }

  /// Whether all sessions are followed.
  var isOfAll: Bool { session == "*" }

  /// The params of `subscribe`, going on after a position.
  func params(after position: Position?) -> Text {
    var params = ObjectWriter()
    params.add("session", session)
    params.add("app", app)
    params.add("role", Text(role.rawValue))
    if let position {
      var after = ObjectWriter()
      after.add("epoch", position.epoch)
      after.add("rev", position.rev)
      params.add("after", json: after.finish())
    }
    params.add("takeover", if: takesOver)
    params.add("conditions", json: conditions)
    params.add("user", user)
    return params.finish()
  }
}
