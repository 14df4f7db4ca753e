import Foundation
import JSON
import NavProtocol
import Testing

@testable import NavStore

@Suite("What a store survives")
struct RecoveryTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test("the epoch stays over a restart, and is new in a new store")
  func epoch() throws {
    let first = try scratch.open()
    let epoch = first.epoch
    #expect(epoch.bytes.count == 8)
    #expect(Epoch.isValid(epoch.bytes))
    #expect(first.store(.delete(.meta, ids: .min ... .max)) == nil)
    first.close()
    #expect(try scratch.open().epoch == epoch)
    #expect(try Scratch().open().epoch != epoch)
  }

  @Test(
    "kill -9: every completed commit is there, the epoch too",
    arguments: [Durability.full, .normal])
  func kill(durability: Durability) throws {
    let store = try scratch.open(durability)
    for id: Int64 in 1...50 {
      #expect(store.store(.put(.event, id: id, body: Array("event \(id)".utf8))) == nil)
    }
    let killed = try scratch.copy()
    let found = try killed.open(durability)
    #expect(found.epoch == store.epoch)
    #expect(found.setAside == nil)
    #expect(try found.rows(.event) == store.rows(.event))
  }

  @Test("a log cut anywhere, or filled with zeros from there, gives a prefix of the commits")
  func torn() throws {
    let store = try scratch.open(.full)
    for id: Int64 in 1...12 {
      #expect(store.store(.put(.event, id: id, body: Array(repeating: 7, count: 900))) == nil)
    }
    // What follows is room: zeros.
    let bytes = try scratch.bytes("navd.db-wal")
    let log = Array(bytes[...(try #require(bytes.lastIndex { $0 != 0 }))])
    var last = 0
    for cut in stride(from: 0, through: log.count, by: 512) {
      let start = log[..<cut]
      for tail in [[], [UInt8](repeating: 0, count: log.count - cut)] {
        let torn = try scratch.copy()
        try torn.write(start + tail, "navd.db-wal")
        let found = try torn.open(.full)
        let ids = try found.rows(.event).map(\.id)
        #expect(ids == ids.indices.map { Int64($0 + 1) })
        #expect(found.epoch == store.epoch)
        #expect(found.setAside == nil)
        #expect(ids.count >= last)
        last = max(last, ids.count)
        #expect(found.store(.put(.event, id: 100, body: [1])) == nil)
      }
    }
    #expect(try scratch.copy().open().rows(.event).count == 12)
    #expect(last >= 11)
  }

  @Test("a damaged file is set aside whole, and a store with a new epoch takes its place")
  func damaged() throws {
    let first = try scratch.open()
    let epoch = first.epoch
    for id: Int64 in 1...50 {
      #expect(
        first.store(.put(.event, id: id, body: Array(repeating: 1, count: 3000))) == nil)
    }
    first.close()
    var bytes = try scratch.bytes("navd.db")
    for index in 4096..<(bytes.count - 4096) { bytes[index] = UInt8(truncatingIfNeeded: index) }
    try scratch.write(bytes, "navd.db")

    let second = try scratch.open()
    #expect(second.epoch != epoch)
    #expect(try second.rows(.event).isEmpty)
    let aside = try #require(second.setAside)
    #expect(aside.contains(/navd\.db\.corrupt-\d{8}T\d{6}$/))
    #expect(Array(try Data(contentsOf: URL(filePath: aside))) == bytes)
    #expect(second.store(.put(.event, id: 1, body: [1])) == nil)
  }

  @Test(
    "what is no database is set aside as well",
    arguments: ["", "SQLite format 3\0"].map { $0 + String(repeating: "no database ", count: 99) })
  func noDatabase(content: String) throws {
    for _ in 1...3 {
      try scratch.write(Array(content.utf8), "navd.db")
      let store = try scratch.open()
      #expect(store.setAside != nil)
      store.close()
    }
    #expect(try scratch.names.count == 4)
  }

  @Test("a store of a newer navd or another program is refused and left as it is")
  func foreign() throws {
    try scratch.open().close()
    var bytes = try scratch.bytes("navd.db")
    bytes[63] = 9  // the low byte of user_version
    try scratch.write(bytes, "navd.db")
    let error = #expect(throws: StoreError.self) { try scratch.open() }
    #expect(error?.reason == .foreign)
    #expect(try scratch.bytes("navd.db") == bytes)
  }

  @Test("a store of the version before is taken over")
  func older() throws {
    let first = try scratch.open()
    #expect(first.store(.put(.event, id: 1, body: [1])) == nil)
    first.close()
    var bytes = try scratch.bytes("navd.db")
    bytes[63] = 1
    try scratch.write(bytes, "navd.db")
    let second = try scratch.open()
    #expect(second.epoch == first.epoch)
    #expect(try second.rows(.event).map(\.id) == [1])
    second.close()
    #expect(try scratch.bytes("navd.db")[63] == 2)
  }

  @Test("a second opener is refused")
  func locked() throws {
    let store = try scratch.open()
    let error = #expect(throws: StoreError.self) { try scratch.open() }
    #expect(error?.reason == .locked)
    #expect(store.store(.put(.key, id: 1, body: [])) == nil)
    store.close()
    #expect(try scratch.open().rows(.key).count == 1)
  }

  @Test("a directory that cannot be made is told by its name")
  func noDirectory() throws {
    try scratch.write([], "file")
    let path = "\(scratch.path)/file/state"
    let error = #expect(throws: StoreError.self) {
      try SQLiteStore(directory: path, durability: .full)
    }
    #expect(error?.reason == .directory)
    #expect(error?.message.contains(path) == true)
  }
}
