import JSON
import NavProtocol
import NavStore
import Synchronization

@testable import NavServer

/// A store in memory whose commits end when a test says so, well or badly.
final class FaultyStore: Store {
  private struct State {
    var rows: [StoreTable: [Int64: [UInt8]]] = [:]
    var waiting: [(ticket: UInt64, batch: StoreBatch)] = []
    var completions: [StoreCompletion] = []
    var failure: StoreError?
    var events: Set<String> = []
  }

  let epoch: Text = "test"
  let completionDescriptor: Int32 = -1
  let keepsRows = true
  private let state = Mutex(State())

  /// How many commits are under way.
  var pending: Int { state.withLock { $0.waiting.count } }

  /// The lines of all events that were ever stored.
  var events: Set<String> { state.withLock { $0.events } }

  /// All rows that are stored.
  var rows: [StoreTable: [Int64: [UInt8]]] { state.withLock { $0.rows } }

  /// Completes so many commits, oldest first.
  func succeed(_ count: Int = .max) {
    state.withLock { state in
      for _ in 0..<min(count, state.waiting.count) {
        let job = state.waiting.removeFirst()
        for change in job.batch.changes {
          switch change {
          case .put(let table, let id, let body):
            state.rows[table, default: [:]][id] = body
            guard table == .event else { continue }
            StoredEvents.read(body.span) { _, _, _, line in
              let event = line.indices.dropLast().map { line[$0] }
              state.events.insert(String(decoding: event, as: UTF8.self))
            }
          case .delete(let table, let ids):
            state.rows[table] = state.rows[table]?.filter { !ids.contains($0.key) }
          }
        }
        state.completions.append(StoreCompletion(ticket: job.ticket))
      }
    }
  }

  /// Fails the oldest commit, and with it all after it.
  func fail(_ reason: StoreError.Reason = .full) {
    state.withLock { $0.failure = StoreError(reason, message: "a fault of the test") }
  }

  func load(
    _ table: StoreTable, ids: ClosedRange<Int64>, _ body: (Int64, [UInt8]) -> Void
  ) throws(StoreError) {
    for (id, bytes) in (rows[table] ?? [:]).sorted(by: { $0.key < $1.key })
    where ids.contains(id) {
      body(id, bytes)
    }
  }

  func commit(_ batch: StoreBatch, ticket: UInt64) -> Bool {
    state.withLock { $0.waiting.append((ticket, batch)) }
    return false
  }

  func takeCompletions() -> [StoreCompletion] {
    state.withLock { state in
      if let failure = state.failure {
        for job in state.waiting {
          state.completions.append(StoreCompletion(ticket: job.ticket, error: failure))
        }
        state.waiting.removeAll()
        state.failure = nil
      }
      defer { state.completions.removeAll() }
      return state.completions
    }
  }

  func close() {}
}
