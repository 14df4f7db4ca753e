public import JSON
public import NavProtocol
internal import Synchronization

/// A store that is gone with the process: commits complete at once.
///
/// It keeps no rows unless it is asked to, so that memory is not spent twice on what the server
/// has anyway; a test that restarts a server keeps them.
public final class MemoryStore: Store {
  private struct State {
    var rows: [[Int64: [UInt8]]] = StoreTable.allCases.map { _ in [:] }
    var completions: [StoreCompletion] = []
    var failure: StoreError?
    var isClosed = false
  }

  /// The name of this history.
  public let epoch: Text
  /// Whether rows are kept, so that a test can start a server again.
  public let keepsRows: Bool
  private let state = Mutex(State())

  /// Makes an empty store, with a new epoch unless one is given.
  public init(epoch: Text? = nil, keepsRows: Bool = false) {
    self.epoch = epoch ?? Epoch.fresh()
    self.keepsRows = keepsRows
  }

  /// Always -1: completions wait for nothing.
  public var completionDescriptor: Int32 { -1 }

  /// Makes the following commits fail with this error, or succeed again with nil.
  public func fail(with error: StoreError?) {
    state.withLock { $0.failure = error }
  }

  /// Calls `body` with the rows that were kept.
  public func load(
    _ table: StoreTable, ids: ClosedRange<Int64>, _ body: (Int64, [UInt8]) -> Void
  ) throws(StoreError) {
    let rows = state.withLock { $0.rows[table.rawValue] }
    for (id, bytes) in rows.sorted(by: { $0.key < $1.key }) where ids.contains(id) {
      if table != .meta || id != Epoch.row { body(id, bytes) }
    }
  }

  /// Completes the batch before it returns.
  @discardableResult
  public func commit(_ batch: StoreBatch, ticket: UInt64) -> Bool {
    state.withLock { state in
      let error =
        state.isClosed ? StoreError(.closed, message: "the store is closed") : state.failure
      state.completions.append(StoreCompletion(ticket: ticket, error: error))
      guard keepsRows, error == nil else { return }
      for change in batch.changes {
        switch change {
        case .put(let table, let id, let body):
          state.rows[table.rawValue][id] = body
        case .delete(let table, let ids):
          state.rows[table.rawValue] = state.rows[table.rawValue].filter { !ids.contains($0.key) }
        }
      }
    }
    return true
  }

  /// The completions since the last call.
  public func takeCompletions() -> [StoreCompletion] {
    state.withLock { state in
      let taken = state.completions
      state.completions.removeAll(keepingCapacity: true)
      return taken
    }
  }

  /// Lets later commits fail.
  public func close() {
    state.withLock { $0.isClosed = true }
  }
}
