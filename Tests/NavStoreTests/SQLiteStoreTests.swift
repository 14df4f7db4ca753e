import Foundation
import JSON
import NavProtocol
import Testing

@testable import NavStore

@Suite("The SQLite store")
struct SQLiteStoreTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test(
    "keeps rows over a restart, whatever the durability",
    arguments: [Durability.full, .normal, .none])
  func restart(durability: Durability) throws {
    let first = try scratch.open(durability)
    #expect(
      first.store(
        .put(.session, id: 7, body: Array("seven".utf8)), .put(.event, id: .max, body: []),
        .put(.session, id: -1, body: Array("minus".utf8))) == nil)
    first.close()
    let second = try scratch.open(durability)
    #expect(try second.rows(.session) == [Row(id: -1, body: "minus"), Row(id: 7, body: "seven")])
    #expect(try second.rows(.event) == [Row(id: .max, body: "")])
    #expect(try second.rows(.request).isEmpty)
  }

  @Test("leaves one file behind when it is closed")
  func closing() throws {
    let store = try scratch.open()
    #expect(store.store(.put(.key, id: 1, body: [1])) == nil)
    store.close()
    store.close()
    #expect(try scratch.names == ["navd.db"])
    #expect(store.store(.put(.key, id: 1, body: [1]))?.reason == .closed)
    #expect(throws: StoreError.self) { try store.rows(.key) }
  }

  @Test("finishes what waits when it is closed")
  func draining() throws {
    let store = try scratch.open()
    for ticket in 1...200 {
      store.commit(
        StoreBatch([.put(.event, id: Int64(ticket), body: [0])]), ticket: UInt64(ticket))
    }
    store.close()
    #expect(store.takeCompletions() == (1...200).map { StoreCompletion(ticket: $0) })
    #expect(try scratch.open().rows(.event).count == 200)
  }

  @Test("completes commits in their order, empty ones too")
  func order() throws {
    let store = try scratch.open()
    for ticket: UInt64 in 1...500 {
      let change = StoreBatch.Change.put(.event, id: Int64(ticket), body: [0])
      store.commit(StoreBatch(ticket % 3 == 0 ? [] : [change]), ticket: ticket)
    }
    #expect(store.completions(500).map(\.ticket) == Array(1...500))
    #expect(store.takeCompletions().isEmpty)
  }

  @Test("makes one transaction of all that waits")
  func grouping() throws {
    let store = try scratch.open()
    #expect(store.store(.put(.meta, id: 1, body: [1])) == nil)
    let before = transactions(inLog: try scratch.bytes("navd.db-wal"))
    // The writer waits for this reading, so that all but perhaps the first are one group.
    try store.load(.meta) { _, _ in
      for ticket: UInt64 in 1...100 {
        store.commit(
          StoreBatch([.put(.event, id: Int64(ticket), body: [0])]), ticket: ticket)
      }
    }
    #expect(store.completions(100).count == 100)
    let after = transactions(inLog: try scratch.bytes("navd.db-wal"))
    #expect((1...2).contains(after - before))
  }

  @Test("replaces rows, removes ranges, in the order of the batch")
  func changes() throws {
    let store = try scratch.open()
    let rows = (1...9).map { StoreBatch.Change.put(.event, id: $0, body: Array("\($0)".utf8)) }
    store.commit(StoreBatch(rows), ticket: 1)
    store.commit(
      StoreBatch([
        .delete(.event, ids: 2...4), .delete(.event, ids: 8...(.max)),
        .delete(.event, ids: 99...99),
        .put(.event, id: 3, body: Array("again".utf8)), .put(.event, id: 5, body: Array("V".utf8)),
        .put(.event, id: 6, body: []), .delete(.event, ids: 6...6),
      ]), ticket: 2)
    #expect(store.completions(2).allSatisfy { $0.error == nil })
    let expected = [(1, "1"), (3, "again"), (5, "V"), (7, "7")].map { Row(id: $0, body: $1) }
    #expect(try store.rows(.event) == expected)
    var some: [Int64] = []
    try store.load(.event, ids: 2...5) { id, _ in some.append(id) }
    #expect(some == [3, 5])
  }

  @Test("is readable by its descriptor only while completions wait")
  func descriptor() throws {
    let store = try scratch.open()
    func isReadable(_ milliseconds: Int32) -> Bool {
      var waiting = pollfd(fd: store.completionDescriptor, events: Int16(POLLIN), revents: 0)
      return poll(&waiting, 1, milliseconds) == 1
    }
    #expect(!isReadable(0))
    store.commit(StoreBatch(), ticket: 1)
    #expect(isReadable(30_000))
    #expect(isReadable(0))
    #expect(store.takeCompletions().count == 1)
    #expect(!isReadable(0))
  }

  @Test("fails what was handed over above a failed batch, and accepts again once that is known")
  func failing() throws {
    let store = try scratch.open()
    #expect(store.store(.put(.session, id: 1, body: [1])) == nil)
    let good = StoreBatch([.put(.session, id: 2, body: [2])])
    try store.load(.session) { _, _ in
      store.commit(StoreBatch([.put(.meta, id: 0, body: [0])]), ticket: 2)
      store.commit(good, ticket: 3)
    }
    let failed = store.completions(2)
    #expect(failed.map(\.ticket) == [2, 3])
    #expect(failed.allSatisfy { $0.error?.reason == .other })
    #expect(try store.rows(.session).map(\.id) == [1])
    store.commit(good, ticket: 4)
    #expect(store.completions(1) == [StoreCompletion(ticket: 4)])
    #expect(try store.rows(.session).map(\.id) == [1, 2])
  }

  @Test("makes its directory and file for the owner only")
  func modes() throws {
    let deep = "\(scratch.path)/a/b/state"
    _ = try SQLiteStore(directory: deep, durability: .full)
    for (path, mode) in [(deep, 0o700), ("\(deep)/navd.db", 0o600)] {
      let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(found as? Int == mode)
    }
  }
}
