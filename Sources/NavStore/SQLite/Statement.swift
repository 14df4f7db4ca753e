internal import CSQLite

/// The owner of one prepared statement; every use binds, steps and resets.
@safe struct Statement: ~Copyable {
  private let handle: OpaquePointer

  /// Takes a prepared statement over.
  @unsafe init(_ handle: OpaquePointer) {
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Runs to the end with a row's id and bytes, which are not copied; a result code.
  func run(_ id: Int64, _ body: [UInt8]) -> Int32 {
    unsafe body.withUnsafeBytes { bytes in
      unsafe sqlite3_bind_int64(handle, 1, id)
      let bound = unsafe navd_sqlite_bind_static(
        handle, 2, bytes.baseAddress, UInt64(bytes.count))
      let code = bound == SQLITE_OK ? step() : bound
      reset()
      return code
    }
  }

  /// Runs to the end with two numbers; a result code.
  func run(_ first: Int64, _ second: Int64) -> Int32 {
    bind(first, second)
    let code = step()
    reset()
    return code
  }

  /// Runs to the end without parameters; a result code.
  func run() -> Int32 {
    let code = step()
    reset()
    return code
  }

  /// Binds two numbers for `step`.
  func bind(_ first: Int64, _ second: Int64) {
    unsafe sqlite3_bind_int64(handle, 1, first)
    unsafe sqlite3_bind_int64(handle, 2, second)
  }

  /// Goes to the next row: `SQLITE_ROW`, `SQLITE_DONE` or an error.
  func step() -> Int32 {
    unsafe sqlite3_step(handle)
  }

  /// Makes the statement ready for the next use, and forgets what was bound.
  func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// A column of the row as a number.
  func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  /// A column of the row as text; nil for NULL.
  func text(_ column: Int32) -> String? {
    guard let text = unsafe sqlite3_column_text(handle, column) else { return nil }
    return unsafe String(cString: text)
  }

  /// A column of the row as bytes.
  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
