import JSON
import NavCore
import NavProtocol

/// One running seat of an app, with its log.
struct Session {
  /// A call that nobody has acked.
  struct UnackedCall: Equatable {
    var rev: UInt64
    var key: UInt64
    var method: Text
  }

  /// A destination that waits for a condition.
  struct Held: Equatable {
    var request: Text
    var screen: Text
    var params: Params
    var calls: [Text]
    var title: Text?
    /// Unix milliseconds; nil: no limit.
    var until: Int64?
    /// The entry of the `otherwise` screen that was shown for it; nil: none was.
    var shown: UInt64?
  }

  /// A place that the session is at for a time.
  struct Visit: Equatable {
    /// Where the session was before, without notices.
    var from: NavigationState
    /// Milliseconds that it lasts, from when a front end has it.
    var stay: Int64
    /// When it ends, in milliseconds of boot time; nil: no front end has it yet.
    var due: Int64?
  }

  /// When something that the wire dates in Unix time is over by the clock that never jumps.
  struct Due: Equatable {
    /// What the wire says, in Unix milliseconds.
    var until: Int64
    /// Milliseconds of boot time.
    var boot: Int64
  }

  /// An event of the history.
  struct Logged {
    var rev: UInt64
    /// Unix milliseconds.
    var at: Int64
    var line: [UInt8]
  }

  let slot: Int32
  let name: Text
  let uid: UInt32
  let app: Text
  var seat: Seat
  var rev: UInt64 = 0
  var acked: UInt64 = 0
  var calls: [UnackedCall] = []
  var history: [Logged] = []
  var conditions: [Text: Bool] = [:]
  var user: Text?
  var held: [Held] = []
  /// Unix milliseconds of the last activity.
  var activeAt: Int64 = 0
  /// Milliseconds of boot time of the last activity; not stored.
  var activeBoot: Int64 = 0
  /// Whether the session went home for want of activity, and nobody has acted since.
  var isIdle = false
  var visit: Visit?
  var noticeDues: [UInt64: Due] = [:]
  var heldDues: [Text: Due] = [:]
  var perishables: [Perishable] = []
  /// When the session's next timer is set for, in milliseconds of boot time; nil: none is.
  var timer: Int64?
  /// The front end's subscription, where there is one.
  var frontend: Int32?
  var acksByItself = false
  var isDirty = false

  /// Its name with its owner, as in `name@UID`.
  var fullName: Text { Text("\(name.string)@\(uid)") }

  /// What the front end has said of conditions; nothing is known while there is none.
  var known: [Text: Bool] { frontend == nil ? [:] : conditions }

  /// Whether the conditions that a screen requires are known to hold.
  func allows(_ screen: Screen, _ manifest: Manifest) -> Bool {
    screen.requires.allSatisfy { known[manifest.conditions[$0]] == true }
  }

  /// Whether an entry may be where it is: its screen is there, and nothing is known that forbids it.
  func mayStay(_ entry: Entry, _ manifest: Manifest) -> Bool {
    guard let screen = manifest.screen(named: entry.screen) else { return false }
    return frontend == nil || allows(screen, manifest)
  }

  /// Somebody acts.
  mutating func touch(at: Moment) {
    (activeAt, activeBoot, isIdle) = (at.wall, at.boot, false)
    isDirty = true
  }

  /// Forgets the un-acked calls up to a rev.
  mutating func acknowledge(_ upTo: UInt64) {
    guard upTo > acked else { return }
    acked = min(upTo, rev)
    calls.removeAll { $0.rev <= acked }
    perishables.removeAll { $0.rev <= acked }
    isDirty = true
  }

  /// Adds an event to the history, and tells which revs fell out of it.
  mutating func log(_ line: [UInt8], at: Int64) -> ClosedRange<UInt64>? {
    history.append(Logged(rev: rev, at: at, line: line))
    guard history.count >= WireLimits.history * 2 else { return nil }
    let cut = history.count - WireLimits.history
    let range = history[0].rev...history[cut - 1].rev
    history.removeFirst(cut)
    return range
  }
}

/// What a connection is to the server.
struct Client {
  struct Subscription {
    var id: UInt64
    var session: Int32
    var isFrontend: Bool
  }

  var peer: Peer
  var subscriptions: [Subscription] = []
  var watchesAll: UInt64?
  var waits = 0
}

/// A request that is answered when its event is delivered or acked.
struct Wait {
  var connection: Int32
  var id: RequestID
  var session: Int32
  var rev: UInt64
  var needsAck: Bool
  /// Milliseconds of boot time.
  var deadline: Int64?
  var result: Text
}
