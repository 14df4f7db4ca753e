public import JSON
public import UnixIO

/// Why a client's call or stream came to nothing.
public enum ClientError: Error, Equatable, Sendable {
  /// There is no connection to be had.
  case unreachable(SocketError)
  /// What was waited for did not come in time.
  case timedOut(String)
  /// navd answered that it will not.
  case refused(Refused)
  /// navd ended the connection, with its reason where it gave one.
  case disconnected(Text?)
  /// Nobody reads what the stream was for any more.
  case abandoned
  /// What came is not the protocol; the text says what is wrong.
  case malformed(String)
}

extension ClientError: CustomStringConvertible {
  /// One sentence: what failed and, where it is known, the remedy.
  public var description: String {
    switch self {
    case .unreachable(let error): error.description
    case .timedOut(let what): "\(what) did not come in time"
    case .refused(let refused): refused.description
    case .disconnected(let reason?): "navd ended the connection: \(reason.string)"
    case .disconnected(nil): "navd ended the connection"
    case .abandoned: "nobody reads the output any more"
    case .malformed(let what): "navd answered what is not its protocol: \(what)"
    }
  }
}
