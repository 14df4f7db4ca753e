import JSON
import NavClient

/// `watch`.
enum WatchVerb {
  /// Shows events as they come.
  static func run(_ invocation: Invocation) throws -> ExitCode {
    let name = invocation.value(.session) ?? invocation.argument(0) ?? "*"
    let subscription = Subscription(
      session: Text(name), role: .observer, app: invocation.value(.app).map { Text($0) })
    return try Following(invocation, subscription).run { event in
      if invocation.has(.json) { return }
      try Console.lines([EventText.head(event)] + EventText.commands(event))
    }
  }
}
