import JSON
import NavClient

/// `attach`: a front end of text.
enum AttachVerb {
  /// Draws the session after every event, and acks what it drew.
  static func run(_ invocation: Invocation) throws -> ExitCode {
    var subscription = Subscription(
      session: try session(invocation), role: .frontend,
      app: invocation.value(.app).map { Text($0) })
    subscription.takesOver = invocation.has(.takeover)
    var following = try Following(invocation, subscription)
    let picture = Picture(isBrief: true)
    return try following.run { event, follower in
      if !invocation.has(.json), let replica = follower.replicas[event.session] {
        let lines = [EventText.head(event)] + EventText.commands(event)
        try Console.lines(lines + picture.lines(of: replica.state).map { "    " + $0 })
      }
      if !invocation.has(.noAck) { follower.ack(event.session, rev: event.rev) }
    }
  }

  private static func session(_ invocation: Invocation) throws -> Text {
    if let name = invocation.value(.session) ?? invocation.argument(0) ?? invocation.value(.app) {
      return Text(name)
    }
    return try Caller(invocation, deadline: .after(milliseconds: 10_000)).session()
  }
}
