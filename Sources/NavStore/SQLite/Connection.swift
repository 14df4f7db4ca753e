internal import CLogFile
internal import CSQLite
internal import Glibc

/// The owner of one SQLite connection, used by one thread at a time.
@safe struct Connection: ~Copyable {
  private let handle: OpaquePointer

  /// Opens the file, and makes it where it is absent.
  init(path: String) throws(StoreError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = unsafe sqlite3_open_v2(path, &opened, flags, navd_log_vfs())
    guard code == SQLITE_OK, let opened = unsafe opened else {
      let error = unsafe Self.error(code, of: opened, "cannot open \(path)")
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe handle = opened
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe navd_sqlite_defend(handle)
  }

  deinit {
    unsafe sqlite3_close_v2(handle)
  }

  /// How many bytes of the log file are used, and how many it has; nil where that is not known.
  var log: (used: Int64, size: Int64)? {
    var (used, size): (Int64, Int64) = (0, 0)
    return unsafe navd_log_state(handle, &used, &size) == SQLITE_OK ? (used, size) : nil
  }

  /// Gives the log file more room.
  func extendLog(by bytes: Int64) throws(StoreError) {
    let code = unsafe navd_log_extend(handle, bytes)
    guard code == SQLITE_OK else { throw error(code, "making room in the log") }
  }

  /// Takes the log file's room away.
  func trimLog() throws(StoreError) {
    let code = unsafe navd_log_trim(handle)
    guard code == SQLITE_OK else { throw error(code, "trimming the log") }
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool {
    unsafe sqlite3_get_autocommit(handle) == 0
  }

  /// Runs statements without parameters, and drops their rows.
  func execute(_ sql: StaticString) throws(StoreError) {
    let code = unsafe sqlite3_exec(handle, Self.characters(sql), nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, "\(sql)") }
  }

  /// A statement for use many times.
  func prepare(_ sql: String) throws(StoreError) -> Statement {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else { throw error(code, sql) }
    return unsafe Statement(prepared)
  }

  /// The first column of the first row as text; nil without a row or for NULL.
  func text(_ sql: String) throws(StoreError) -> String? {
    let statement = try prepare(sql)
    let code = statement.step()
    guard code == SQLITE_ROW else {
      if code == SQLITE_DONE { return nil }
      throw error(code, sql)
    }
    return statement.text(0)
  }

  /// The first column of the first row as a number; 0 without a row.
  func integer(_ sql: String) throws(StoreError) -> Int64 {
    let statement = try prepare(sql)
    let code = statement.step()
    guard code == SQLITE_ROW else {
      if code == SQLITE_DONE { return 0 }
      throw error(code, sql)
    }
    return statement.integer(0)
  }

  /// The error for a result code of this connection.
  func error(_ code: Int32, _ doing: String) -> StoreError {
    unsafe Self.error(code, of: handle, doing)
  }

  private static func error(
    _ code: Int32, of handle: OpaquePointer?, _ doing: String
  ) -> StoreError {
    let detail = unsafe sqlite3_errmsg(handle)
    let text = if let detail = unsafe detail { unsafe String(cString: detail) } else { "no memory" }
    let system = unsafe sqlite3_system_errno(handle)
    let cause = system == 0 ? "" : ", errno \(system)"
    return StoreError(
      reason(code, system: system), code: code,
      message: "store: \(doing): \(text) (sqlite \(code)\(cause))")
  }

  /// The reason by the primary code; a full disk or quota is told by `errno`, whatever SQLite says.
  private static func reason(_ code: Int32, system: Int32) -> StoreError.Reason {
    switch code & 0xff {
    case SQLITE_FULL: .full
    case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(system): .full
    case SQLITE_IOERR: .inputOutput
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
    case SQLITE_BUSY, SQLITE_LOCKED: .locked
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM: .directory
    default: .other
    }
  }

  private static func characters(_ sql: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
