import Foundation
import JSON
import NavProtocol
import Testing

@testable import NavStore

@Suite("The write-ahead log")
struct LogTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func size(_ name: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/\(name)")[.size] as? Int ?? 0
  }

  /// A row that is a hundred kilobytes long and like no other.
  private func large(_ id: Int64) -> StoreBatch.Change {
    .put(.event, id: id, body: Array(repeating: UInt8(truncatingIfNeeded: id), count: 100_000))
  }

  @Test("is written into the database when it is long, without a commit that waits for it")
  func checkpoint() throws {
    let store = try scratch.open(.normal)
    for id: Int64 in 1...600 { #expect(store.store(large(id)) == nil) }
    #expect(try size("navd.db-wal") < 34 << 20)
    #expect(try size("navd.db") > 12 << 20)
    var count = 0
    try scratch.copy().open().load(.event) { _, body in count += body.count }
    #expect(count == 600 * 100_000)
  }

  @Test("has room where commits are synced, and none elsewhere")
  func room() throws {
    let store = try scratch.open(.full)
    var id: Int64 = 0
    while try size("navd.db-wal") < 1 << 20, id < 100_000 {
      id += 1
      #expect(store.store(.put(.event, id: id, body: [1])) == nil)
    }
    #expect(id < 250)
    #expect(try scratch.copy().open().rows(.event).map(\.id) == Array(1...id))
    let other = try Scratch()
    let unsynced = try other.open(.normal)
    for id: Int64 in 1...20 { #expect(unsynced.store(.put(.event, id: id, body: [1])) == nil) }
    #expect(try other.bytes("navd.db-wal").count < 1 << 18)
  }

  // More than SQLite's cache: pages go to the log before the commit, some of them twice, so that SQLite
  // writes headers of frames once more.
  @Test(
    "holds a transaction larger than the cache", arguments: [Durability.full, .normal, .none])
  func spill(durability: Durability) throws {
    let store = try scratch.open(durability)
    for round: UInt8 in 1...2 {
      var changes: [StoreBatch.Change] = []
      for pass: UInt8 in 0...2 {
        for id: Int64 in 1...4000 {
          changes.append(
            .put(.event, id: id, body: Array(repeating: round &* 16 &+ pass, count: 600)))
        }
      }
      store.commit(StoreBatch(changes), ticket: UInt64(round))
      #expect(store.completions(1).allSatisfy { $0.error == nil })
      let found = try scratch.copy().open()
      var count = 0
      try found.load(.event) { _, body in
        count += body == Array(repeating: round &* 16 &+ 2, count: 600) ? 1 : 0
      }
      #expect(count == 4000)
    }
  }

  @Test("goes on after a transaction that was undone when it was partly written")
  func undone() throws {
    let store = try scratch.open(.normal)
    #expect(store.store(.put(.session, id: 1, body: [1])) == nil)
    let changes = (1...60).map { large($0) } + [.put(.meta, id: 0, body: [])]
    store.commit(StoreBatch(changes), ticket: 2)
    #expect(store.completions(1).first?.error?.reason == .other)
    for id: Int64 in 2...40 { #expect(store.store(.put(.session, id: id, body: [1])) == nil) }
    let found = try scratch.copy().open()
    #expect(try found.rows(.session).map(\.id) == Array(1...40))
    #expect(try found.rows(.event).isEmpty)
  }
}
