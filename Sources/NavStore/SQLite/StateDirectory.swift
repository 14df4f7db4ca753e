internal import Glibc

/// The directory of the store's files.
struct StateDirectory {
  /// The directory's path.
  let path: String
  /// The database's path.
  var database: String { "\(path)/navd.db" }

  /// Makes the directory where it is absent, mode 0700; parents that are absent get 0755.
  init(_ path: String) throws(StoreError) {
    self.path = path.isEmpty ? "." : path
    var parent = ""
    for part in self.path.split(separator: "/").dropLast() {
      parent += (parent.isEmpty && !self.path.utf8.starts(with: "/".utf8) ? "" : "/") + part
      _ = unsafe mkdir(parent, 0o755)
    }
    if unsafe mkdir(self.path, 0o700) != 0, errno != EEXIST {
      throw Self.failure("cannot make the state directory \(self.path)")
    }
  }

  /// Makes an empty database file that only its owner can read, where there is none: SQLite gives
  /// its log the same mode.
  func makeFile() throws(StoreError) {
    let descriptor = unsafe open(database, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return }
      throw Self.failure("cannot make \(database)")
    }
    close(descriptor)
    sync()
  }

  /// Renames a damaged database and its log, and gives the new path of the first.
  func setAside() throws(StoreError) -> String {
    let name = "\(database).corrupt-\(Self.timestamp())"
    var target = name
    var number = 2
    while unsafe access(target, F_OK) == 0, number < 1000 {
      target = "\(name)-\(number)"
      number += 1
    }
    guard unsafe rename(database, target) == 0 else {
      throw Self.failure("cannot set the damaged \(database) aside")
    }
    for suffix in ["-wal", "-shm"] {
      _ = unsafe rename(database + suffix, target + suffix)
    }
    sync()
    return target
  }

  /// Has what is in the database's log written to the disk; a failure shows when SQLite syncs it.
  func syncLog() {
    let descriptor = unsafe open("\(database)-wal", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fdatasync(descriptor)
    close(descriptor)
  }

  /// Makes the names in the directory durable.
  private func sync() {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// The time in UTC as `yyyymmddThhmmss`.
  private static func timestamp() -> String {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&now, &parts)
    let fields = unsafe [
      parts.tm_year &+ 1900, parts.tm_mon &+ 1, parts.tm_mday,
      parts.tm_hour, parts.tm_min, parts.tm_sec,
    ]
    let digits = fields.map { $0 < 10 ? "0\($0)" : "\($0)" }
    return digits[..<3].joined() + "T" + digits[3...].joined()
  }

  private static func failure(_ doing: String) -> StoreError {
    let code = errno
    let text = if let text = unsafe strerror(code) { unsafe String(cString: text) } else { "" }
    return StoreError(code == ENOSPC ? .full : .directory, code: code, message: "\(doing): \(text)")
  }
}
