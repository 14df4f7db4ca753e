internal import Glibc
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
  private let clock: @Sendable () -> UInt64
  private let directory: String
  private var contents: OpenDatabase?
  /// Whether the log may be longer than what is in it.
  private var mayExtend = true
  /// Bytes of the disk that are left to others.
  private static let leastSpace: UInt = 64 << 20

  /// Takes an open database, and what tells microseconds.
  init(
    _ contents: consuming OpenDatabase, in directory: String,
    clock: @escaping @Sendable () -> UInt64
  ) {
    self.directory = directory
    epoch = contents.epoch
    self.clock = clock
    self.contents = consume contents
  }

  /// Makes one transaction of these batches.
  ///
  /// Where the disk is full it cuts the log to nothing, and tries once more with the space that this gives back.
  func apply(_ jobs: [CommitQueue.Job]) -> CommitQueue.Outcome {
    monitor.withLock {
      let start = clock()
      var error = attempt(jobs)
      if error?.reason == .full, (try? contents?.cutLog()) != nil { error = attempt(jobs) }
      return CommitQueue.Outcome(
        error: error, microseconds: clock() &- start, isUpkeepDue: isUpkeepDue,
        isUpkeepUrgent: contents?.isLogTooLong ?? false)
    }
  }

  /// Does what makes the next commits quicker.
  ///
  /// Where the log cannot be written into the database, the next
  /// commit asks for that again.
  func keepUp() {
    monitor.withLock {
      switch contents?.upkeep ?? .none {
      case .none: return
      case .checkpoint: try? contents?.checkpoint()
      case .room:
        guard hasSpace(), (try? contents?.extendLog()) != nil else { return mayExtend = false }
      }
    }
  }

  private var isUpkeepDue: Bool {
    switch contents?.upkeep ?? .none {
    case .none: false
    case .checkpoint: true
    case .room: mayExtend
    }
  }

  private func hasSpace() -> Bool {
    var disk = statvfs()
    guard unsafe statvfs(directory, &disk) == 0 else { return false }
    return disk.f_bavail > Self.leastSpace / max(disk.f_frsize, 1)
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
      try? contents?.cutLog()
      contents = nil
    }
  }

  private static let closed = StoreError(.closed, message: "the store is closed")
}
