internal import JSON
internal import NavProtocol

/// The open database, shared by the writer's thread and the loop's.
///
/// It is unchecked Sendable because `contents` is touched under `monitor` only; SQLite's own mutexes
/// are off.
final class Database: @unchecked Sendable {
  /// The name of this history.
  let epoch: Text
  private let monitor = Monitor()
  private var contents: OpenDatabase?

  init(_ contents: consuming OpenDatabase) {
    epoch = contents.epoch
    self.contents = consume contents
  }

  /// Makes one transaction of these batches; the error, if it failed.
  ///
  /// Where the disk is full it cuts the log to nothing, and tries once more with the space that this gives back.
  func apply(_ jobs: [CommitQueue.Job]) -> StoreError? {
    monitor.withLock {
      let error = attempt(jobs)
      guard error?.reason == .full, (try? contents?.checkpoint()) != nil else { return error }
      return attempt(jobs)
    }
  }

  private func attempt(_ jobs: [CommitQueue.Job]) -> StoreError? {
    do throws(StoreError) {
      guard try contents?.apply(jobs) != nil else { return Self.closed }
      return nil
    } catch {
      return error
    }
  }

  /// Calls `body` with the rows of a range of ids in their order.
  func load(
    _ table: StoreTable, _ ids: ClosedRange<Int64>, _ body: (Int64, [UInt8]) -> Void
  ) throws(StoreError) {
    try monitor.withLock { () throws(StoreError) in
      guard try contents?.load(table, ids, body) != nil else { throw Self.closed }
    }
  }

  /// Checkpoints as far as the disk lets it, and closes.
  func close() {
    monitor.withLock {
      try? contents?.checkpoint()
      contents = nil
    }
  }

  private static let closed = StoreError(.closed, message: "the store is closed")
}
