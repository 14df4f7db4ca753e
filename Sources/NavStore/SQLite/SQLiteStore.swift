public import JSON
public import NavProtocol

/// A store in one SQLite file, `navd.db`, written by a thread of its own.
///
/// Why SQLite, and why like this: an answer may leave only when its record is on disk, and a sync
/// takes from a tenth of a millisecond to tens of them. So the loop hands a turn over and goes on
/// reading; the writer makes one transaction of everything that waits (the busier, the larger), and
/// raises a descriptor that the loop watches. A write-ahead log needs one sync for a transaction,
/// ends torn after a power cut without harm, and needs no code of ours to be right about that.
///
/// A damaged file is renamed, never deleted, and a new store with a new epoch takes its place, so
/// that clients are told of the gap.
public final class SQLiteStore: Store {
  /// The name of this store's history.
  public let epoch: Text
  /// Always true.
  public var keepsRows: Bool { true }
  /// Where a damaged store was put when this one was opened; nil when all was well.
  public let setAside: String?
  private let queue: CommitQueue
  private let database: Database
  private let writer: WriterThread

  /// Opens the store in a directory, which is made with mode 0700 where it is absent.
  ///
  /// Throws `locked` where another process has it, `foreign` for a file of a newer navd.
  public init(directory: String, durability: Durability) throws(StoreError) {
    let directory = try StateDirectory(directory)
    let database: Database
    do {
      database = Database(try Self.open(directory, durability))
      setAside = nil
    } catch {
      guard error.reason == .corrupt else { throw error }
      setAside = try directory.setAside()
      database = Database(try Self.open(directory, durability))
    }
    let queue = try CommitQueue()
    epoch = database.epoch
    self.queue = queue
    self.database = database
    writer = try WriterThread {
      var jobs: [CommitQueue.Job] = []
      while queue.next(into: &jobs) {
        queue.finish(jobs, database.apply(jobs))
      }
    }
  }

  deinit {
    close()
  }

  /// Readable while completions wait.
  public var completionDescriptor: Int32 {
    queue.descriptor
  }

  /// Calls `body` with the rows of a range of ids, in their order.
  public func load(
    _ table: StoreTable, ids: ClosedRange<Int64>, _ body: (Int64, [UInt8]) -> Void
  ) throws(StoreError) {
    try database.load(table, ids, body)
  }

  /// Hands a batch to the writer.
  public func commit(_ batch: StoreBatch, ticket: UInt64) {
    queue.add(batch, ticket: ticket)
  }

  /// The completions since the last call; after a failed one the store accepts batches again.
  public func takeCompletions() -> [StoreCompletion] {
    queue.take()
  }

  /// Waits until everything is written, then checkpoints and closes; completions can still be taken.
  public func close() {
    guard queue.close() else { return }
    writer.join()
    database.close()
  }

  private static func open(
    _ directory: StateDirectory, _ durability: Durability
  ) throws(StoreError) -> OpenDatabase {
    try directory.makeFile()
    return try OpenDatabase(path: directory.database, durability: durability)
  }
}
