import Systemd
import UnixIO

/// What navd logs, each kind with the id that the journal's catalog explains it under.
enum LogEvent: String {
  case started = "78fd0f804b86488c8707e6318506e82c"
  case stopped = "f574a7664ab94bfeb63e95c3e1a63494"
  case reloaded = "66128360c78941ce94eb4d6777eab921"
  case manifest = "0fbb5dc51d3f4084a2c569a254c7ba0d"
  case slowConsumer = "280ccfe190ce4649acf7fd98a3bf9166"
  case connectionRefused = "e08bc391931e4194886aaa104c916128"
  case storeFailed = "7b6d02eafe4f452896fc9566f556d70c"
  case storeSetAside = "b39d13f832124efa93ae961d12da07dc"
  case descriptorsExhausted = "526870345ee840ee876d663c19a4a414"
  case activationFailed = "75d6c7179ff34923908e1e7931f518f6"
  case startFailed = "9992a5ba27204924a25447b440aa445f"

  /// The value of `NAVD_EVENT`.
  var name: String {
    switch self {
    case .started: "started"
    case .stopped: "stopped"
    case .reloaded: "reloaded"
    case .manifest: "manifest"
    case .slowConsumer: "slow_consumer"
    case .connectionRefused: "connection_refused"
    case .storeFailed: "store_failed"
    case .storeSetAside: "store_set_aside"
    case .descriptorsExhausted: "descriptors_exhausted"
    case .activationFailed: "activation_failed"
    case .startFailed: "start_failed"
    }
  }
}

/// The log: what clients cause is told once per kind, uid and minute, with what was left out.
final class Log {
  private struct Key: Hashable {
    var event: LogEvent
    var uid: UInt32
  }
  private struct Window {
    var since: Int64
    var suppressed: Int
  }

  private var windows: [Key: Window] = [:]
  private static let window: Int64 = 60_000

  /// Writes an entry about navd itself.
  static func write(
    _ event: LogEvent, _ priority: Journal.Priority, _ message: String,
    fields: [Journal.Field] = []
  ) {
    Journal.send(
      message, priority, id: event.rawValue, fields: [("NAVD_EVENT", event.name)] + fields)
  }

  /// Writes an entry about a client, unless one of its kind was written within the minute.
  func client(
    _ event: LogEvent, uid: UInt32, pid: Int32, at now: Int64, _ message: String,
    fields: [Journal.Field] = []
  ) {
    let key = Key(event: event, uid: uid)
    if let window = windows[key], now < window.since &+ Log.window {
      windows[key]?.suppressed = window.suppressed &+ 1
      return
    }
    let suppressed = windows[key]?.suppressed ?? 0
    if windows.count > 1024 { windows = windows.filter { now < $0.value.since &+ Log.window } }
    windows[key] = Window(since: now, suppressed: 0)
    let program = (try? Files.read("/proc/\(pid)/comm", limit: 64)).map {
      String(decoding: $0.prefix { $0 != 10 }, as: UTF8.self)
    }
    let who = "uid \(uid), pid \(pid)" + (program.map { " (\($0))" } ?? "")
    let more = suppressed > 0 ? " (\(suppressed) more since the last such message)" : ""
    Log.write(
      event, .warning, "\(who): \(message)\(more)",
      fields: [("NAVD_UID", "\(uid)"), ("NAVD_PID", "\(pid)")] + fields)
  }
}
