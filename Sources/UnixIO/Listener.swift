import Glibc

/// A listening socket with the lock that makes its path this process' own.
///
/// The lock is a `flock` on `PATH.lock`, held for as long as the listener lives, so an old socket
/// file can be replaced without asking whether somebody still listens on it. The lock file stays.
public struct Listener: ~Copyable, Sendable {
  /// The listening socket, non-blocking.
  public let descriptor: OwnedDescriptor
  /// Where it listens.
  public let path: String
  private let lock: OwnedDescriptor

  /// Binds and listens under umask 0177, so that only the owner may connect.
  ///
  /// - Parameter mode: the permissions of the socket file, where others than the owner may connect;
  ///   also made by umask, never by a later chmod.
  public init(at path: String, mode: UInt32 = 0o600, backlog: Int32 = 4096) throws(SocketError) {
    let socket = try UnixSocket.make(path)
    let lock = try Listener.lock(path)
    let former = umask(~mode & 0o777)
    defer { _ = umask(former) }
    do throws(Errno) {
      try Listener.removeStale(path)
      _ = try unsafe UnixSocket.withAddress(of: path) { (address, length) throws(Errno) in
        try retrying { unsafe Int(bind(socket.raw, address, length)) }
      }
      _ = try retrying { Int(listen(socket.raw, backlog)) }
      try socket.setNonblocking()
    } catch {
      throw SocketError(path: path, operation: .bind, errno: error)
    }
    self.descriptor = socket
    self.lock = lock
    self.path = path
  }

  deinit {
    _ = unsafe unlink(path)
  }

  private static func lock(_ path: String) throws(SocketError) -> OwnedDescriptor {
    do throws(Errno) {
      return try FileLock.take("\(path).lock")
    } catch {
      throw SocketError(path: path, operation: .lock, errno: error)
    }
  }

  private static func removeStale(_ path: String) throws(Errno) {
    var status = stat()
    if unsafe lstat(path, &status) < 0 {
      let error = Errno.current
      if error == .notFound { return }
      throw error
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .exists }
    _ = try retrying { unsafe Int(unlink(path)) }
  }
}
