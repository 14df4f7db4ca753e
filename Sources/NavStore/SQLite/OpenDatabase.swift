internal import CSQLite
internal import JSON
internal import NavProtocol

/// An open database with its prepared statements: transactions of batches, and reading.
struct OpenDatabase: ~Copyable {
  /// What is done between commits.
  enum Upkeep {
    case none
    case room
    case checkpoint
  }

  /// Bytes of log after which it is written into the database: the longer, the more pages of it are of one
  /// place, and the longer a start after a crash, which reads it.
  private static let longLog: Int64 = 16 << 20
  /// Bytes by which the log file is made longer.
  private static let room: Int64 = 1 << 20
  /// The name of this history.
  let epoch: Text
  /// Whether commits are synced.
  private let isSynced: Bool
  private let connection: Connection
  private let tables: InlineArray<5, TableStatements>
  private let begin: Statement
  private let end: Statement
  private let undo: Statement

  /// Opens the file, checks it, and prepares the statements.
  init(path: String, durability: Durability) throws(StoreError) {
    let connection = try Schema.open(path, durability)
    let epoch = try Schema.epoch(connection)
    let tables = try InlineArray<5, TableStatements> { (index) throws(StoreError) in
      try TableStatements(StoreTable.allCases[index], on: connection)
    }
    let begin = try connection.prepare("BEGIN IMMEDIATE")
    let end = try connection.prepare("COMMIT")
    let undo = try connection.prepare("ROLLBACK")
    self.epoch = epoch
    isSynced = durability == .full
    self.tables = tables
    self.begin = begin
    self.end = end
    self.undo = undo
    self.connection = connection
  }

  /// Makes one transaction of all these batches; after an error nothing of it is stored.
  func apply(_ jobs: [CommitQueue.Job]) throws(StoreError) {
    guard jobs.contains(where: { !$0.batch.isEmpty }) else { return }
    do {
      try check(begin.run(), "begin")
      for job in jobs {
        for change in job.batch.changes {
          try make(change)
        }
      }
      try check(end.run(), "commit")
    } catch {
      if connection.isInTransaction { _ = undo.run() }
      throw error
    }
  }

  /// Calls `body` with the rows of a range of ids in their order.
  func load(
    _ table: StoreTable, _ ids: ClosedRange<Int64>, _ body: (Int64, [UInt8]) -> Void
  ) throws(StoreError) {
    tables[table.rawValue].select.bind(ids.lowerBound, ids.upperBound)
    var code = tables[table.rawValue].select.step()
    while code == SQLITE_ROW {
      body(tables[table.rawValue].select.integer(0), tables[table.rawValue].select.bytes(1))
      code = tables[table.rawValue].select.step()
    }
    tables[table.rawValue].select.reset()
    if code != SQLITE_DONE { throw connection.error(code, "reading \(table)") }
  }

  /// What would make the next commits quicker, outside of them.
  var upkeep: Upkeep {
    guard let log = connection.log else { return .none }
    if log.used >= Self.longLog { return .checkpoint }
    return isSynced && log.size - log.used < Self.room / 4 ? .room : .none
  }

  /// Whether the log should not become longer than it is.
  var isLogTooLong: Bool { (connection.log?.used ?? 0) >= Self.longLog * 2 }

  /// Writes the log into the database, so that the next commit begins it anew.
  func checkpoint() throws(StoreError) {
    try connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
  }

  /// Gives the log room, that a sync has no more to write than what a commit does; where the disk has none to
  /// spare, what was taken of it is given back.
  func extendLog() throws(StoreError) {
    do {
      try connection.extendLog(by: Self.room)
    } catch {
      try connection.trimLog()
      throw error
    }
  }

  /// Writes the log into the database and cuts it to nothing, its room first.
  func cutLog() throws(StoreError) {
    try connection.trimLog()
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func make(_ change: StoreBatch.Change) throws(StoreError) {
    switch change {
    case .put(let table, let id, let body):
      guard table != .meta || id != Epoch.row else {
        throw StoreError(.other, message: "store: row \(id) of meta is the store's own")
      }
      try check(tables[table.rawValue].put.run(id, body), "putting into \(table)")
    case .delete(let table, let ids):
      let code = tables[table.rawValue].delete.run(ids.lowerBound, ids.upperBound)
      try check(code, "deleting from \(table)")
    }
  }

  private func check(_ code: Int32, _ doing: @autoclosure () -> String) throws(StoreError) {
    guard code == SQLITE_DONE || code == SQLITE_OK else { throw connection.error(code, doing()) }
  }
}
