import JSON
import NavClient
import UnixIO

/// What `watch` and `attach` have in common: following until enough has come.
struct Following {
  /// The follower.
  let follower: Follower
  private let invocation: Invocation
  private let count: Int?
  private let deadline: Deadline

  /// Prepares to follow.
  init(_ invocation: Invocation, _ subscription: Subscription) throws {
    self.invocation = invocation
    count = try invocation.count()
    deadline = try invocation.milliseconds(.timeout).map { .after(milliseconds: $0) } ?? .never
    follower = Follower(
      path: try invocation.socket(), subscription: subscription,
      reconnects: !invocation.has(.noReconnect))
  }

  /// Shows events until `--count` of them have come, or the time is over.
  ///
  /// - Returns: timeout where `--count` were asked for and fewer came.
  func run(_ show: (NavigateEvent) throws -> Void) throws -> ExitCode {
    var seen = 0
    while seen < count ?? .max {
      guard let event = try follower.next(until: deadline) else {
        return count == nil ? .done : .timeout
      }
      switch event {
      case .navigated(let event):
        if invocation.has(.json) { try Console.line(event.json.string) }
        try show(event)
        seen += 1
      case .ended(let reason):
        Console.note("navd ended the subscription: \(Shown.safe(reason))")
        return reason == "closed" ? .done : .refused
      case .draining: Console.note("navd is stopping")
      case .lost(let reason, let wait):
        Console.note("\(Shown.safe(reason)); trying again in \(wait) ms")
      case .subscribed, .synced: break
      }
    }
    _ = try follower.flush(until: .after(milliseconds: 2000))
    return .done
  }
}
