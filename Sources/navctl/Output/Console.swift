import NavClient
import UnixIO

/// Results go to standard output, everything else to standard error; a line is out when it is written.
enum Console {
  /// Writes a line of the result.
  static func line(_ text: String) throws(Errno) { try Output.standard.line(text) }

  /// Writes lines of the result at once.
  static func lines(_ lines: [String]) throws(Errno) {
    if !lines.isEmpty { try Output.standard.line(lines.joined(separator: "\n")) }
  }

  /// Says what went wrong.
  static func complain(_ text: String) { note("navctl: " + Shown.safe(text)) }

  /// Says something that is no result.
  static func note(_ text: String) {
    do throws(Errno) {
      try Output.error.line(text)
    } catch {
      // There is nowhere left to say it.
    }
  }

  /// What an error of the client means to the person who called.
  static func explain(_ error: ClientError) -> String {
    guard case .unreachable(let reason) = error else { return "\(error)" }
    switch reason.errno {
    case .accessDenied:
      return "\(reason); its owner, and members of the groups navd-send and navd-admin, may"
    case .notFound, .refused:
      return reason.path == SocketPath.system
        ? "\(reason) See 'systemctl status navd.socket'"
        : "\(reason) --socket or NAVD_SOCKET name the place"
    default: return "\(reason)"
    }
  }
}
