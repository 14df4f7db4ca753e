import Glibc

/// Small files and directories, whole.
public enum Files {
  /// The bytes of a regular file.
  ///
  /// - Throws: `tooLarge` where it has more than `limit` bytes.
  public static func read(_ path: String, limit: Int = 16 << 20) throws(Errno) -> [UInt8] {
    let raw = try retrying { unsafe Int(open(path, O_RDONLY | O_CLOEXEC)) }
    let file = OwnedDescriptor(owning: Int32(truncatingIfNeeded: raw))
    return try readAll(file.raw, limit: limit)
  }

  /// What comes from a descriptor until its end, such as standard input.
  public static func readAll(_ descriptor: Int32, limit: Int = 16 << 20) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = try retrying {
        unsafe chunk.withUnsafeMutableBytes {
          unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
      }
      if count == 0 { return bytes }
      if bytes.count + count > limit { throw .tooLarge }
      bytes.append(contentsOf: chunk.prefix(count))
    }
  }

  /// The names in a directory but `.` and `..`, in the order of their bytes.
  ///
  /// Names that are not UTF-8 are left out.
  public static func names(in directory: String) throws(Errno) -> [String] {
    guard let stream = unsafe opendir(directory) else { throw .current }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether something has this name; false also where one may not look.
  public static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// The bytes of a file; nil where there is none, or where one may not look.
  public static func size(of path: String) -> Int64? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Makes a directory and those above it that are absent, each with this mode.
  public static func makeDirectories(_ path: String, mode: UInt32 = 0o700) throws(Errno) {
    if unsafe mkdir(path, mode) == 0 { return }
    let error = Errno.current
    if error == .exists { return }
    guard error == .notFound, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw error
    }
    try makeDirectories(String(path[..<slash]), mode: mode)
    if unsafe mkdir(path, mode) < 0 {
      let error = Errno.current
      if error != .exists { throw error }
    }
  }

  /// Writes a new file and puts it in place of `path` in one step (rename(2)), synced to disk.
  public static func replace(_ path: String, with bytes: [UInt8]) throws(Errno) {
    let temporary = "\(path).new"
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let raw = try retrying { unsafe Int(open(temporary, flags, 0o600)) }
    let file = OwnedDescriptor(owning: Int32(truncatingIfNeeded: raw))
    try Output(descriptor: file.raw).write(bytes)
    _ = try retrying { Int(fsync(file.raw)) }
    _ = try retrying { unsafe Int(rename(temporary, path)) }
  }
}
