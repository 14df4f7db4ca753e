import Glibc

/// Why a socket could not be had, with what would be right.
public struct SocketError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was tried.
  public enum Operation: Sendable {
    /// The path itself was refused.
    case path
    /// socket(2) failed.
    case create
    /// connect(2) failed or took too long.
    case connect
    /// The lock file beside the socket could not be opened or taken.
    case lock
    /// bind(2) or listen(2) failed, or an old file was in the way.
    case bind
  }

  /// The path of the socket.
  public var path: String
  /// What was tried.
  public var operation: Operation
  /// The system's reason.
  public var errno: Errno

  /// Names the path, what failed and the remedy, in one line.
  public var description: String {
    switch operation {
    case .path:
      "\(path): a socket's path must have 1 to \(UnixSocket.maximumPathLength) bytes, "
        + "this one has \(path.utf8.count)"
    case .create: "\(path): no socket: \(errno)"
    case .connect:
      switch errno {
      case .notFound: "\(path): nothing is there: is navd running?"
      case .refused: "\(path): nobody listens there: is navd running?"
      case .timedOut: "\(path): navd took no connection in time"
      case .accessDenied: "\(path): you may not connect there"
      default: "\(path): cannot connect: \(errno)"
      }
    case .lock:
      errno == .wouldBlock
        ? "\(path): another process listens there (it holds \(path).lock)"
        : "\(path).lock: cannot be opened and locked: \(errno)"
    case .bind: "\(path): cannot listen there: \(errno)"
    }
  }
}
