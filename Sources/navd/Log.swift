import Systemd
import UnixIO

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
    fields: [Journal.Field] = [],
    file: String = #fileID, line: Int = #line, function: String = #function
  ) {
    Journal.send(
      message, priority, id: event.rawValue, fields: [("NAVD_EVENT", event.name)] + fields,
      file: file, line: line, function: function)
  }

  /// Writes an entry about a client, unless one of its kind was written within the minute.
  func client(
    _ event: LogEvent, uid: UInt32, pid: Int32, at now: Int64, _ message: String,
    fields: [Journal.Field] = [],
    file: String = #fileID, line: Int = #line, function: String = #function
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
      fields: [
        ("NAVD_UID", "\(uid)"), ("NAVD_PID", "\(pid)"), ("NAVD_SUPPRESSED", "\(suppressed)"),
      ] + fields, file: file, line: line, function: function)
  }
}
