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
  /// The front end's subscription, where there is one.
  var frontend: Int32?
  var acksByItself = false
  var isDirty = false

  /// Its name with its owner, as in `name@UID`.
  var fullName: Text { Text("\(name.string)@\(uid)") }

  /// Forgets the un-acked calls up to a rev.
  mutating func acknowledge(_ upTo: UInt64) {
    guard upTo > acked else { return }
    acked = min(upTo, rev)
    calls.removeAll { $0.rev <= acked }
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
