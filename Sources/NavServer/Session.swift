import JSON
import NavCore
import NavProtocol

/// One running seat of an app, with its log.
final class Session {
  let slot: Int32
  let name: Text
  let uid: UInt32
  let app: Text
  /// Index of its app's manifest among those in force; nil: the manifest is gone.
  var place: Int?
  var seat: Seat
  var rev: UInt64 = 0
  var acked: UInt64 = 0
  /// The last rev that a batch has had.
  var stored: UInt64 = 0
  /// Its events, for resume and for redelivery.
  var log = EventLog()
  /// What it has that most have not, shared until it changes; nil: nothing.
  private(set) var box: Extras.Box?
  /// Unix milliseconds of the last activity.
  var activeAt: Int64 = 0
  /// Milliseconds of boot time of the last activity; not stored.
  var activeBoot: Int64 = 0
  /// Whether the session went home for want of activity, and nobody has acted since.
  var isIdle = false
  /// How many events of the log are paid for.
  var paidEvents = 0
  /// When the session's next timer is set for, in milliseconds of boot time; nil: none is.
  var timer: Int64?
  /// The front end's subscription, where there is one.
  var frontend: Int32?
  var acksByItself = false
  /// Whether its row is behind; what makes it so puts it on the list of those to be stored.
  var isDirty = false {
    didSet { if isDirty && !oldValue { changed.add(self) } }
  }
  /// Whether it is in the table no more.
  var isClosed = false
  private let changed: ChangedSessions
  let paid: StoredBytes

  init(
    slot: Int32, name: Text, uid: UInt32, app: Text, seat: Seat, changed: ChangedSessions,
    paid: StoredBytes
  ) {
    (self.slot, self.name, self.uid, self.app) = (slot, name, uid, app)
    (self.seat, self.changed, self.paid) = (seat, changed, paid)
  }

  /// The parts of `name@UID`; nil where it is not written so.
  static func split(fullName: Text) -> (name: Text, uid: UInt32)? {
    fullName.withSpan { bytes in
      guard let at = bytes.indices.last(where: { bytes[$0] == UInt8(ascii: "@") }),
        let uid = UInt32(digits: bytes.extracting((at + 1)...))
      else { return nil }
      return (Text(copying: bytes.extracting(..<at)), uid)
    }
  }

  /// Its name with its owner, as in `name@UID`.
  var fullName: Text { Text("\(name.string)@\(uid)") }

  /// What the front end has said of conditions; nothing is known while there is none.
  var known: [Text: Bool] { frontend == nil ? [:] : conditions }

  /// Whether the conditions that a screen requires are known to hold.
  func allows(_ screen: Screen, _ manifest: Manifest) -> Bool {
    screen.requires.isEmpty || screen.isAllowed(by: known, manifest)
  }

  /// Somebody acts.
  func touch(at: Moment) {
    (activeAt, activeBoot, isIdle) = (at.wall, at.boot, false)
    isDirty = true
  }

  /// What it has that most have not.
  ///
  /// A change makes a copy while a ``Mark`` keeps how it was, and memory where there was none, which
  /// ``forgetEmptyExtras()`` gives back.
  var extras: Extras {
    get { box?.extras ?? Extras() }
    _modify {
      let isOwn = isKnownUniquelyReferenced(&box)
      let own = if isOwn, let box { box } else { Extras.Box(box?.extras ?? Extras()) }
      box = own
      yield &own.extras
    }
  }

  /// Gives the memory of the extras back where there are none any more.
  func forgetEmptyExtras() {
    if let box, box.extras.isEmpty { self.box = nil }
  }

  /// Whether it has anything of what most have not.
  var hasExtras: Bool { box != nil }

  /// Whether it is at a place for a time.
  var isVisit: Bool {
    guard let box else { return false }
    return box.extras.visit != nil
  }

  /// Whether nothing of it is dated.
  var hasNoDues: Bool { box == nil && seat.state.notices.isEmpty }

  /// What a request may change of a session before it is refused.
  struct Mark {
    fileprivate var seat: Seat.Mark
    fileprivate var box: Extras.Box?
    fileprivate var activeAt: Int64
    fileprivate var activeBoot: Int64
    fileprivate var isIdle: Bool
    fileprivate var isDirty: Bool
  }

  /// Begins changes that may have to be taken back.
  func mark() -> Mark {
    Mark(
      seat: seat.mark(), box: box, activeAt: activeAt, activeBoot: activeBoot, isIdle: isIdle,
      isDirty: isDirty)
  }

  /// Takes back what was changed since the mark, which has to be the last one.
  func restore(_ mark: Mark) {
    seat.restore(mark.seat)
    box = mark.box
    (activeAt, activeBoot, isIdle) = (mark.activeAt, mark.activeBoot, mark.isIdle)
    isDirty = mark.isDirty
  }

  /// Forgets the un-acked calls up to a rev.
  func acknowledge(_ upTo: UInt64) {
    let upTo = min(upTo, rev)
    guard upTo > acked else { return }
    release((acked &+ 1)...upTo)
    acked = upTo
    if !calls.isEmpty { calls.removeAll { $0.rev <= acked } }
    if !perishables.isEmpty { perishables.removeAll { $0.rev <= acked } }
    isDirty = true
  }
}

/// The sessions whose rows are behind.
final class ChangedSessions {
  private(set) var sessions: [Session] = []

  func add(_ session: Session) { sessions.append(session) }

  func forget() { sessions.removeAll(keepingCapacity: true) }
}

extension Screen {
  /// Whether these conditions hold all that it requires.
  func isAllowed(by known: [Text: Bool], _ manifest: Manifest) -> Bool {
    requires.allSatisfy { known[manifest.conditions[$0]] == true }
  }
}

extension Entry {
  /// Whether it may be where it is: its screen is there, and nothing is known that forbids it.
  ///
  /// `known` are the conditions that a front end has reported; nil: there is none, nothing is known.
  func mayStay(_ known: [Text: Bool]?, _ manifest: Manifest) -> Bool {
    guard let screen = manifest.screen(named: screen) else { return false }
    return known.map { screen.isAllowed(by: $0, manifest) } ?? true
  }
}

/// What a connection is to the server.
struct Client {
  struct Subscription {
    var id: UInt64
    var session: Int32
    var isFrontend: Bool
    var acksByItself = false
  }

  var peer: Peer
  var subscriptions: [Subscription] = []
  var watchesAll: UInt64?
  var waits = 0
}
