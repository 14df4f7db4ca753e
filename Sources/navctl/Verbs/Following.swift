import JSON
import NavClient
import NavCore
import UnixIO

/// What `watch` and `attach` have in common: following until enough has come.
struct Following {
  /// The follower.
  let follower: Follower
  private let invocation: Invocation
  private let count: Int?
  private let deadline: Deadline
  private var shown: [Text: Position]

  /// Prepares to follow; what came up to the positions is known already.
  init(
    _ invocation: Invocation, _ subscription: Subscription, from positions: [Text: Position] = [:]
  ) throws {
    self.invocation = invocation
    count = try invocation.number(.count)
    deadline = try invocation.milliseconds(.timeout).map { .after(milliseconds: $0) } ?? .never
    shown = positions
    follower = Follower(
      path: try invocation.socket(), subscription: subscription, from: positions,
      reconnects: !invocation.has(.noReconnect))
    follower.output = 1
  }

  /// Shows events until `--count` of them have come, or the time is over.
  ///
  /// - Returns: timeout where `--count` were asked for and fewer came.
  mutating func run(_ show: (NavigateEvent, Follower) throws -> Void) throws -> ExitCode {
    var seen = 0
    while seen < count ?? .max {
      guard let event = try follower.next(until: deadline) else {
        return count == nil ? .done : .timeout
      }
      switch event {
      case .navigated(let event):
        tellGap(before: event)
        if invocation.has(.json) { try Console.line(event.json.string) }
        try show(event, follower)
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

  private mutating func tellGap(before event: NavigateEvent) {
    let place = Position(epoch: event.epoch, rev: event.rev)
    let before = shown.updateValue(place, forKey: event.session)
    // Only a snapshot can follow what is missing.
    guard case .reset? = event.commands.first, let known = before,
      known.epoch != event.epoch || event.rev != known.rev &+ 1
    else { return }
    Console.note(
      "\(Shown.safe(event.session)): what came after rev \(known.rev) of epoch "
        + "\(Shown.safe(known.epoch)) is no longer kept; this is the state now")
  }
}
