import Foundation
import JSON
import NavProtocol
import Synchronization
import Testing

@testable import NavStore

/// A disk whose commits take as long as a test says: each look at the clock moves it.
private final class Disk: Sendable {
  private let state = Mutex((time: UInt64(0), step: UInt64(0)))

  var step: UInt64 {
    get { state.withLock { $0.step } }
    set { state.withLock { $0.step = newValue } }
  }

  func look() -> UInt64 {
    state.withLock { state in
      state.time += state.step
      return state.time
    }
  }
}

@Suite("Commits of the loop's own thread")
struct OwnCommitTests {
  private let scratch: Scratch
  private let disk = Disk()
  private let slow = CommitPace.quick + 1

  init() throws {
    scratch = try Scratch()
  }

  private func open(_ durability: Durability = .full) throws(StoreError) -> SQLiteStore {
    try SQLiteStore(directory: scratch.path, durability: durability) { [disk] in disk.look() }
  }

  private func batch(_ id: Int64) -> StoreBatch { StoreBatch([.put(.event, id: id, body: [1])]) }

  /// Commits one row and waits; whether it was complete at once.
  private func put(_ id: Int64, _ store: SQLiteStore) -> Bool {
    let isComplete = store.commit(batch(id), ticket: UInt64(id))
    #expect(store.completions(1) == [StoreCompletion(ticket: UInt64(id))])
    return isComplete
  }

  /// Commits until the loop does it itself; the next free id.
  private func warmUp(_ store: SQLiteStore, from first: Int64 = 1) -> Int64 {
    var id = first
    while !put(id, store), id < first + 10_000 { id += 1 }
    return id + 1
  }

  @Test("begin when the disk has been quick, and end with a slow one")
  func pace() throws {
    let store = try open()
    let first = warmUp(store)
    #expect(first > CommitPace.least)
    disk.step = slow
    #expect(put(first, store))
    for id in (first + 1)...(first + 50) { #expect(!put(id, store)) }
    disk.step = 0
    let next = warmUp(store, from: first + 51)
    #expect(next - first - 51 > CommitPace.least * 2)
    store.close()
    #expect(try scratch.open().rows(.event).map(\.id) == Array(1..<next))
  }

  @Test("are only small batches")
  func small() throws {
    let store = try open()
    var ticket = UInt64(warmUp(store))
    let many = (1...5).map { StoreBatch.Change.put(.key, id: $0, body: []) }
    let large = StoreBatch.Change.put(.key, id: 9, body: Array(repeating: 0, count: 5000))
    for batch in [StoreBatch(many), StoreBatch([large])] {
      #expect(!store.commit(batch, ticket: ticket))
      #expect(store.completions(1) == [StoreCompletion(ticket: ticket)])
      ticket = UInt64(warmUp(store, from: Int64(ticket) + 1))
    }
    store.close()
    #expect(try scratch.open().rows(.key).map(\.id) == [1, 2, 3, 4, 5, 9])
  }

  @Test("wait behind what waits for the writer, and complete in order")
  func order() throws {
    let store = try open()
    let first = warmUp(store)
    let rows = (1...5).map { StoreBatch.Change.put(.session, id: $0, body: [1]) }
    // The writer waits for this reading.
    try store.load(.session) { _, _ in }
    #expect(store.store(.put(.session, id: 0, body: [])) == nil)
    try store.load(.session) { _, _ in
      #expect(!store.commit(StoreBatch(rows), ticket: 10_000))
      #expect(!store.commit(StoreBatch([.put(.session, id: 5, body: [2])]), ticket: 10_001))
    }
    #expect(store.completions(2).map(\.ticket) == [10_000, 10_001])
    _ = warmUp(store, from: first)
    #expect(store.commit(StoreBatch([.put(.session, id: 5, body: [3])]), ticket: 20_000))
    #expect(store.commit(StoreBatch(), ticket: 20_001))
    #expect(store.takeCompletions().map(\.ticket) == [20_000, 20_001])
    var last: [UInt8] = []
    try store.load(.session, ids: 5...5) { last = $1 }
    #expect(last == [3])
  }

  @Test("fail as those of the writer do")
  func failing() throws {
    let store = try open()
    let id = warmUp(store)
    #expect(store.commit(StoreBatch([.put(.meta, id: 0, body: [])]), ticket: 10_000))
    #expect(!store.commit(batch(id), ticket: 10_001))
    let failed = store.completions(2)
    #expect(failed.map(\.ticket) == [10_000, 10_001])
    #expect(failed.allSatisfy { $0.error?.reason == .other })
    #expect(try store.rows(.event).map(\.id) == Array(1..<id))
    #expect(put(id, store))
    store.close()
    #expect(!store.commit(batch(id + 1), ticket: 20_000))
    #expect(store.takeCompletions().first?.error?.reason == .closed)
  }

  @Test("are there after kill -9", arguments: [Durability.full, .normal])
  func kill(durability: Durability) throws {
    let store = try open(durability)
    let next = warmUp(store)
    for id in next...(next + 20) { #expect(put(id, store)) }
    #expect(try scratch.copy().open().rows(.event).map(\.id) == Array(1...(next + 20)))
  }
}
