import JSON
import NavProtocol
import NavServer
import NavStore
import Systemd
import UnixIO

/// The shell around the server: it owns the loop's sources, the connections and the turns.
///
/// A turn reads what is readable, hands each line to the server, and ends. Its records go to the
/// store as one batch with a ticket; its effects wait in `inFlight` until the ticket is committed,
/// behind all turns before it. So an answer or an event never leaves before its record is on disk,
/// never overtakes another, and the loop waits for the disk only while that is quick (``SQLiteStore``).
///
/// All connections' descriptors are in one epoll set, which is one source of the loop: a source per
/// connection would cost an iteration each.
final class Daemon {
  let loop: EventLoop
  let store: any Store
  /// Whether commits take time and can fail, so that turns keep what they may have to be undone with.
  let isStored: Bool
  var server: Server
  var manifests: ManifestSet
  var roles = Roles()
  let log = Log()
  let activator: Activator

  /// Microseconds that connections are looked at before the loop sleeps.
  let watch: UInt64 = Processors.online > 1 ? Limits.watch : 0
  let set: EpollSet
  var ready: [(tag: UInt32, found: EpollSet.Readiness)] = []
  var buffer = ReceiveBuffer(capacity: WireLimits.read)
  var connections = ConnectionTable()
  var fanouts: [Int32: Fanout] = [:]
  var output = OutputAccount()
  var counters = Counters()
  /// The directory of the store, to look how large it is.
  var state: String?
  var scratch = Bytes()
  /// A piece of the turn's events that goes to many, and where it begins.
  var shared = SharedBytes()
  var sharedStart: Int?

  /// The turn that is being made.
  var current: Turn
  /// Ended turns that are not released yet, oldest first.
  var inFlight: [Turn] = []
  var spareTurns: [Turn] = []
  var lastTicket: UInt64 = 0
  var committed: UInt64 = 0
  var trial = SpaceTrial()
  var unanswered = 0
  /// Connections with output of the turn that is being released.
  var touched: [Connection] = []

  let listening: Listening
  /// Held back so that a connection can be refused in words when descriptors run out.
  var reserve: OwnedDescriptor?
  var isDraining = false
  var reloadIsDue = false
  var isSweeping = false
  var statusIsDue = false
  var lastStatus = ""
  var armedDeadline: Int64?
  var sources: Sources?

  init(
    loop: EventLoop, store: any Store, server: consuming Server, manifests: ManifestSet,
    listening: consuming Listening, isSystem: Bool
  ) throws(SystemdError) {
    self.loop = loop
    self.store = store
    isStored = store.keepsRows
    current = Turn(isStored: isStored)
    self.server = server
    self.manifests = manifests
    self.listening = listening
    activator = Activator(system: isSystem, loop: loop)
    set = try EpollSet()
    reserve = Descriptor.reserve()
    if isStored { current.before = self.server.standing }
  }

  /// Now, by both clocks.
  var now: Moment { Moment(boot: SystemClock.boottime(), wall: SystemClock.wall()) }

  /// Finishes the store's work; nothing is served after it.
  func close() {
    store.close()
  }

  /// A commit failed: what the server holds is ahead of the disk, so only a new start is right.
  func fail(_ error: StoreError) {
    Log.write(
      .storeFailed, .critical,
      "the store cannot be written: \(error.message); ending, nothing unwritten was answered",
      fields: [("NAVD_CODE", "\(error.code)")])
    inFlight.removeAll()
    loop.exit(ExitCode.store.rawValue)
  }
}

/// The connections that get a session's events.
final class Fanout {
  var members: [Connection] = []
}
