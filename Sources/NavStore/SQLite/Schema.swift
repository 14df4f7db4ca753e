internal import CSQLite
internal import JSON
internal import NavProtocol

/// What the database looks like, and how a file becomes one.
///
/// `user_version` is the version of the schema, `application_id` names the program, so that a file
/// of another one, or of a newer navd, is left as it is.
enum Schema {
  /// The version that this navd writes.
  ///
  /// Version 1 had no rows of events that say how much of a line is that of the one before.
  static let version: Int64 = 2
  /// "navd" in ASCII.
  static let application: Int64 = 0x6e61_7664

  /// Opens the file, checks it, and makes the tables in a new one.
  static func open(
    _ path: String, _ durability: Durability
  ) throws(StoreError) -> Connection {
    let connection = try Connection(path: path)
    // Exclusive: a second navd on the same state is refused, and the log needs no shared memory.
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else {
      throw StoreError(.other, message: "store: \(path): its file system has no write-ahead log")
    }
    try connection.execute(durability.synchronous)
    // The writer does it, so that no commit waits for it.
    try connection.execute("PRAGMA wal_autocheckpoint = 0")
    try connection.execute("PRAGMA journal_size_limit = 20971520")
    try connection.execute("PRAGMA secure_delete = FAST")
    try connection.execute("PRAGMA cache_size = -1024")
    try connection.execute("PRAGMA temp_store = MEMORY")
    try connection.execute("PRAGMA trusted_schema = OFF")
    let verdict = try connection.text("PRAGMA quick_check(1)") ?? "no answer"
    guard verdict == "ok" else {
      throw StoreError(.corrupt, code: SQLITE_CORRUPT, message: "store: \(path): \(verdict)")
    }
    try upgrade(connection, path)
    return connection
  }

  private static func upgrade(_ connection: borrowing Connection, _ path: String)
    throws(StoreError)
  {
    let found = try connection.integer("PRAGMA user_version")
    if found >= 1, found <= version,
      try connection.integer("PRAGMA application_id") == application
    {
      if found < version { try connection.execute("PRAGMA user_version = 2") }
      return
    }
    guard found == 0, try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
      throw StoreError(
        .foreign,
        message: "store: \(path) has schema \(found), this navd writes \(version): "
          + "use the navd that wrote it, or another state directory")
    }
    try connection.execute("BEGIN IMMEDIATE")
    for table in StoreTable.allCases {
      let create = try connection.prepare(
        "CREATE TABLE \(table)(id INTEGER PRIMARY KEY, body BLOB NOT NULL)")
      let code = create.run()
      guard code == SQLITE_DONE else { throw connection.error(code, "making \(table)") }
    }
    try connection.execute("PRAGMA application_id = 0x6e617664")
    try connection.execute("PRAGMA user_version = 2")
    try put(Epoch.fresh(), connection)
    try connection.execute("COMMIT")
    // The tables and the epoch are in the file itself, whatever becomes of the log.
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// The name of the history, which is made where its row is missing.
  static func epoch(_ connection: borrowing Connection) throws(StoreError) -> Text {
    let select = try connection.prepare("SELECT body FROM meta WHERE id = \(Epoch.row)")
    let code = select.step()
    guard code == SQLITE_ROW || code == SQLITE_DONE else {
      throw connection.error(code, "reading the epoch")
    }
    let body = code == SQLITE_ROW ? select.bytes(0) : []
    if Epoch.isValid(body) { return Text(body) }
    select.reset()
    let fresh = Epoch.fresh()
    try put(fresh, connection)
    return fresh
  }

  private static func put(_ epoch: Text, _ connection: borrowing Connection) throws(StoreError) {
    let put = try connection.prepare("REPLACE INTO meta(id, body) VALUES(?1, ?2)")
    let code = put.run(Epoch.row, epoch.bytes)
    guard code == SQLITE_DONE else { throw connection.error(code, "writing the epoch") }
  }
}
