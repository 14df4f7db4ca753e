public import JSON
public import NavProtocol

/// A store in one SQLite file, `navd.db`, with a thread of its own that writes.
///
/// Why SQLite, and why like this: an answer may leave only when its record is on disk, and a sync
/// takes from a tenth of a millisecond to tens of them. So the loop hands a turn over and goes on
/// reading; the writer makes one transaction of everything that waits (the busier, the larger), and
/// raises a descriptor that the loop watches. A write-ahead log needs one sync for a transaction,
/// ends torn after a power cut without harm, and needs no code of ours to be right about that.
///
/// Handing over and being told takes two wake-ups, which cost as much as a quick disk. So while the disk is
/// quick and the writer idle, the loop commits a small batch itself. One commit that takes longer than
/// ``CommitPace/quick`` sends everything back to the writer, until as many in a row were quick again; so a
/// slow disk stalls the loop once, and more rarely each time. The connection has no locks of its own: it
/// is in ``Database``, behind a lock that only `load` ever waits for, as ``CommitQueue`` gives the
/// database to one of both threads at a time.
///
/// What can be done outside of commits is: when the log is long the writer writes it into the database,
/// after the commit was answered, and where commits are not synced the log is synced before that, while the
/// loop goes on committing. Where commits are synced, it makes the log's file longer than the log in steps,
/// because a sync of blocks that the file has takes half as long as one that makes it longer. Where the disk
/// is full that room is the first thing to go. A transaction's part of the log is one write (CLogFile).
///
/// `load` must not be called while a batch is committed by the loop, nor a batch committed in its closure.
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
  /// Changes of a batch that the loop's thread commits itself.
  private static let few = 4
  /// Bytes of one where commits are synced: with more the loop has better things to do meanwhile.
  private static let small = 4096
  private let isSynced: Bool
  private let queue: CommitQueue
  private let database: Database
  private let writer: WriterThread

  /// Opens the store in a directory, which is made with mode 0700 where it is absent.
  ///
  /// Throws `locked` where another process has it, `foreign` for a file of a newer navd.
  public convenience init(directory: String, durability: Durability) throws(StoreError) {
    try self.init(directory: directory, durability: durability) { CommitPace.now }
  }

  /// Opens the store with something else to tell microseconds by.
  init(
    directory: String, durability: Durability, clock: @escaping @Sendable () -> UInt64
  ) throws(StoreError) {
    let directory = try StateDirectory(directory)
    let database: Database
    do {
      database = Database(
        try Self.open(directory, durability), in: directory.path, clock: clock)
      setAside = nil
    } catch {
      guard error.reason == .corrupt else { throw error }
      setAside = try directory.setAside()
      database = Database(
        try Self.open(directory, durability), in: directory.path, clock: clock)
    }
    let queue = try CommitQueue(syncsBeforeUpkeep: durability == .normal)
    epoch = database.epoch
    isSynced = durability == .full
    self.queue = queue
    self.database = database
    writer = try WriterThread {
      var jobs: [CommitQueue.Job] = []
      while true {
        switch queue.next(into: &jobs) {
        case .batches: queue.finish(jobs, database.apply(jobs))
        case .upkeep: database.keepUp()
        case .sync: directory.syncLog()
        case .end: return
        }
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

  /// Hands a batch to the writer, or commits a small one before it returns.
  @discardableResult
  public func commit(_ batch: StoreBatch, ticket: UInt64) -> Bool {
    guard isSmall(batch), queue.begin() else {
      queue.add(batch, ticket: ticket)
      return false
    }
    queue.finish(ticket: ticket, database.apply([CommitQueue.Job(ticket: ticket, batch: batch)]))
    return true
  }

  private func isSmall(_ batch: StoreBatch) -> Bool {
    guard batch.changes.count <= Self.few else { return false }
    guard isSynced else { return true }
    var bytes = 0
    for case .put(_, _, let body) in batch.changes { bytes += body.count }
    return bytes <= Self.small
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
