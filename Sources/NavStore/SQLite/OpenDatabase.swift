internal import CSQLite
internal import JSON
internal import NavProtocol

/// An open database with its prepared statements: transactions of batches, and reading.
struct OpenDatabase: ~Copyable {
  /// The name of this history.
  let epoch: Text
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

  /// Writes the log into the database and cuts it to nothing.
  func checkpoint() throws(StoreError) {
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

  private func check(_ code: Int32, _ doing: String) throws(StoreError) {
    guard code == SQLITE_DONE || code == SQLITE_OK else { throw connection.error(code, doing) }
  }
}
