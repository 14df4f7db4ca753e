import Glibc

/// Stream sockets with a path (unix(7)).
public enum UnixSocket {
  /// The longest path of a socket in bytes: `sun_path` less its final zero.
  public static let maximumPathLength = 107

  /// Connects to the socket at `path`; the result is non-blocking.
  ///
  /// - Parameter milliseconds: how long to wait while the listener's backlog is full.
  /// - Throws: with the path and what would be right.
  public static func connect(
    to path: String, milliseconds: Int = 2000
  ) throws(SocketError) -> OwnedDescriptor {
    let socket = try make(path)
    var wait = timeval(
      tv_sec: max(milliseconds, 1) / 1000, tv_usec: max(milliseconds, 1) % 1000 * 1000)
    do throws(Errno) {
      _ = try retrying {
        unsafe Int(
          setsockopt(
            socket.raw, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size)))
      }
      _ = try unsafe withAddress(of: path) { (address, length) throws(Errno) in
        try retrying { unsafe Int(Glibc.connect(socket.raw, address, length)) }
      }
      try socket.setNonblocking()
    } catch {
      throw SocketError(
        path: path, operation: .connect, errno: error == .wouldBlock ? .timedOut : error)
    }
    return socket
  }

  /// The next connection of a listener, non-blocking; nil where none waits.
  ///
  /// Errors of a peer that went away before it was accepted are passed over.
  public static func accept(from listener: Int32) throws(Errno) -> OwnedDescriptor? {
    while true {
      let raw = Glibc.accept(listener, nil, nil)
      if raw >= 0 {
        let socket = OwnedDescriptor(owning: raw)
        try socket.setNonblocking()
        return socket
      }
      let error = Errno.current
      switch error.number {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EAGAIN: return nil
      default: throw error
      }
    }
  }

  /// Two connected, non-blocking sockets, lent to `body`; for tests.
  public static func withPair<R>(
    _ body: (borrowing OwnedDescriptor, borrowing OwnedDescriptor) throws -> R
  ) throws -> R {
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(truncatingIfNeeded: Int(SOCK_STREAM.rawValue))
    _ = try retrying { unsafe Int(socketpair(AF_UNIX, kind, 0, &numbers)) }
    let first = OwnedDescriptor(owning: numbers[0])
    let second = OwnedDescriptor(owning: numbers[1])
    try first.setNonblocking()
    try second.setNonblocking()
    return try body(first, second)
  }

  static func make(_ path: String) throws(SocketError) -> OwnedDescriptor {
    let length = path.utf8.count
    guard length > 0, length <= maximumPathLength, !path.utf8.contains(0) else {
      throw SocketError(path: path, operation: .path, errno: Errno(ENAMETOOLONG))
    }
    let kind = Int32(truncatingIfNeeded: Int(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue))
    do throws(Errno) {
      let raw = try retrying { Int(socket(AF_UNIX, kind, 0)) }
      return OwnedDescriptor(owning: Int32(truncatingIfNeeded: raw))
    } catch {
      throw SocketError(path: path, operation: .create, errno: error)
    }
  }

  /// Lends the address of a path whose length `make` has checked.
  static func withAddress<R>(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Errno) -> R
  ) throws(Errno) -> R {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
      for (index, byte) in path.utf8.prefix(maximumPathLength).enumerated() {
        unsafe place[index] = byte
      }
    }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    return try unsafe withUnsafePointer(to: &address) { (pointer) throws(Errno) in
      try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        (generic) throws(Errno) in try unsafe body(generic, length)
      }
    }
  }
}
