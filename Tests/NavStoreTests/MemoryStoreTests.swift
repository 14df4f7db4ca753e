import JSON
import NavProtocol
import NavStore
import Testing

@Suite("The store in memory")
struct MemoryStoreTests {
  let batch = StoreBatch([.put(.event, id: 1, body: [1]), .put(.event, id: 2, body: [2])])

  @Test("completes at once and in order")
  func completes() {
    let store = MemoryStore()
    store.commit(batch, ticket: 1)
    store.commit(StoreBatch(), ticket: 2)
    #expect(store.completionDescriptor == -1)
    #expect(
      store.takeCompletions() == [StoreCompletion(ticket: 1), StoreCompletion(ticket: 2)])
    #expect(store.takeCompletions().isEmpty)
  }

  @Test("keeps rows only when it is asked to", arguments: [false, true])
  func keeps(rows: Bool) throws {
    let store = MemoryStore(epoch: "abcd", keepsRows: rows)
    store.commit(batch, ticket: 1)
    store.commit(StoreBatch([.delete(.event, ids: 1...1)]), ticket: 2)
    #expect(try store.rows(.event) == (rows ? [Row(id: 2, body: "\u{2}")] : []))
    #expect(store.epoch == "abcd")
  }

  @Test("fails when it is told to, and after it was closed")
  func fails() throws {
    let store = MemoryStore(keepsRows: true)
    let full = StoreError(.full, message: "full")
    store.fail(with: full)
    store.commit(batch, ticket: 1)
    store.fail(with: nil)
    store.close()
    store.commit(batch, ticket: 2)
    let completions = store.takeCompletions()
    #expect(completions.map(\.error?.reason) == [.full, .closed])
    #expect(try store.rows(.event).isEmpty)
  }
}
