import CSystemd
import Glibc

/// The log: structured entries for the journal, or lines on standard error without one.
public enum Journal {
  /// How serious an entry is (syslog(3)).
  public enum Priority: Int, Sendable, Comparable {
    /// This process cannot go on.
    case critical = 2
    /// Something failed.
    case error = 3
    /// Something is not as it should be.
    case warning = 4
    /// Normal, and worth knowing.
    case notice = 5
    /// Normal.
    case info = 6
    /// For those who look for a fault.
    case debug = 7

    /// The more serious is the lesser.
    public static func < (left: Priority, right: Priority) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// One more field of an entry; names are `A-Z 0-9 _`.
  public typealias Field = (name: String, value: String)

  /// Whether standard error is connected to the journal (`$JOURNAL_STREAM`, systemd.exec(5)).
  public static let isConnected: Bool = {
    guard let variable = unsafe getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard unsafe fstat(2, &status) == 0 else { return false }
    return unsafe String(cString: variable) == "\(status.st_dev):\(status.st_ino)"
  }()

  /// Writes an entry.
  ///
  /// - Parameters:
  ///   - message: one line for people; no payloads and no links.
  ///   - id: the 32 hexadecimal digits that stand for this kind of entry, as in the catalog.
  ///   - fields: more of it for programs.
  public static func send(
    _ message: String, _ priority: Priority = .info, id: String? = nil, fields: [Field] = [],
    file: String = #fileID, line: Int = #line, function: String = #function
  ) {
    guard isConnected else {
      if priority < .debug { write("navd: \(message)\n") }
      return
    }
    var all: [Field] = [
      ("MESSAGE", message), ("PRIORITY", "\(priority.rawValue)"), ("CODE_FILE", file),
      ("CODE_LINE", "\(line)"), ("CODE_FUNC", function),
    ]
    if let id { all.append(("MESSAGE_ID", id)) }
    all.append(contentsOf: fields)
    let entries = all.map { Array("\($0.name)=\($0.value)".utf8) }
    if !sendAll(entries) { write("<\(priority.rawValue)>\(message)\n") }
  }

  private static func sendAll(_ entries: [[UInt8]]) -> Bool {
    var flat = entries.flatMap { $0 }
    let result = unsafe flat.withUnsafeMutableBytes { bytes -> Int32 in
      var start = 0
      var pieces: [iovec] = unsafe []
      for entry in entries {
        unsafe pieces.append(
          iovec(iov_base: bytes.baseAddress?.advanced(by: start), iov_len: entry.count))
        start += entry.count
      }
      return unsafe sd_journal_sendv(pieces, Int32(clamping: pieces.count))
    }
    return result >= 0
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    unsafe _ = Glibc.write(2, bytes, bytes.count)
  }
}
