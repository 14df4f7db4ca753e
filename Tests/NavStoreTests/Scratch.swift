import Foundation
import Glibc
import JSON
import NavProtocol
import NavStore
import Testing

/// A folder of one test, removed with the last reference.
final class Scratch {
  let path: String

  init() throws {
    var template = Array("\(NSTemporaryDirectory())/navstore.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw POSIXError(.EIO) }
    path = String(cString: made)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var database: String { "\(path)/navd.db" }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func open(_ durability: Durability = .normal) throws(StoreError) -> SQLiteStore {
    try SQLiteStore(directory: path, durability: durability)
  }

  /// What another process would find after `kill -9` now: the files as they are.
  func copy() throws -> Scratch {
    let copy = try Scratch()
    for name in try names where name.hasPrefix("navd.db") {
      try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: "\(copy.path)/\(name)")
    }
    return copy
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
  }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }
}

extension Store {
  /// Waits until so many commits have completed.
  func completions(_ count: Int) -> [StoreCompletion] {
    var all = takeCompletions()
    while all.count < count {
      var waiting = pollfd(fd: completionDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 30_000) == 1 else { break }
      all += takeCompletions()
    }
    return all
  }

  /// Commits and waits; the error, if there is one.
  func store(_ changes: StoreBatch.Change..., ticket: UInt64 = 1) -> StoreError? {
    commit(StoreBatch(changes), ticket: ticket)
    return completions(1).first?.error
  }

  /// The rows of a table as text.
  func rows(_ table: StoreTable) throws -> [Row] {
    var rows: [Row] = []
    try load(table) { id, body in rows.append(Row(id: id, body: Text(body).string)) }
    return rows
  }
}

struct Row: Equatable {
  var id: Int64
  var body: String
}

/// How many transactions a write-ahead log has: its frames that carry a database size
/// (<https://www.sqlite.org/fileformat.html#wal_file_format>), with the salt of the header.
func transactions(inLog log: [UInt8], pageSize: Int = 4096) -> Int {
  stride(from: 32, to: log.count - 24, by: 24 + pageSize).count { frame in
    Array(log[(frame + 8)..<(frame + 16)]) == Array(log[16..<24])
      && log[(frame + 4)..<(frame + 8)].contains { $0 != 0 }
  }
}
