import JSON
import NavClient
import UnixIO

/// What navctl tells the shell; part of its interface.
enum ExitCode: Int32 {
  /// It was done.
  case done = 0
  /// navd answered that it will not.
  case refused = 1
  /// navd could not be reached, or went away.
  case unreachable = 2
  /// It did not happen in the time given.
  case timeout = 3
  /// It is held until a condition holds, or the front end could not do it.
  case undone = 4
  /// The caller may not.
  case permission = 5
  /// navctl was called wrongly.
  case usage = 64

  /// The code of an error of the client.
  init(_ error: ClientError) {
    switch error {
    case .unreachable(let error):
      self = error.errno == .accessDenied ? .permission : .unreachable
    case .timedOut: self = .timeout
    case .disconnected, .malformed: self = .unreachable
    case .abandoned: self = .done
    case .refused(let refused): self = ExitCode(kind: refused.kind.string)
    }
  }

  /// The code of a kind of refusal.
  init(kind: String) {
    switch kind {
    case "permission_denied": self = .permission
    case "ack_timeout": self = .timeout
    case "not_acked", "expired", "cancelled": self = .undone
    default: self = .refused
    }
  }
}

/// A failure of navctl itself.
struct Failure: Error {
  /// What to exit with.
  var code: ExitCode
  /// What went wrong and what would be right.
  var message: String

  /// A call that is wrong.
  static func usage(_ message: String) -> Failure { Failure(code: .usage, message: message) }
}
