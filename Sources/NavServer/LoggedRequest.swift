import JSON
import NavCore
import NavProtocol

/// A request as the log knows it: no row of its own, its event (or its place among the held) is the record.
struct LoggedRequest {
  /// nil: no request brought the event about.
  var request: Text?
  var session: Session
  var rev: UInt64?
  var outcome: SendResult.Outcome
  /// Unix milliseconds.
  var at: Int64
  var cause: Text
  var commands: [Command]

  /// What waits for a condition.
  init(held: Session.Held, of session: Session) {
    (request, self.session, outcome, at) = (held.request, session, .held, held.at)
    (cause, commands) = ("{}", [])
  }

  /// An event; nil where the log has it no more.
  init?(rev: UInt64, of session: Session, _ manifest: Manifest?) {
    var made: (request: Text?, cause: Text, commands: [Command])?
    session.log.parse(rev) { json in
      guard let params = json.member(json.root, "params") else { return }
      made = (
        json.member(params, "request").flatMap { json.text($0) },
        json.member(params, "cause").map { json.encoded($0) } ?? "{}",
        Command.list(json, params).map { manifest?.withoutSecrets($0) ?? $0 }
      )
    }
    guard let made else { return nil }
    (request, cause, commands) = made
    (self.session, self.rev, at) = (session, rev, session.log.time(of: rev) ?? 0)
    outcome = session.outcome(of: rev, commands)
  }

  func write(into out: inout Bytes) {
    out.append("{\"request\":")
    if let request { out.append(quoted: request) } else { out.append("null") }
    out.append(",\"session\":")
    out.append(quoted: session.name)
    out.append(",\"outcome\":\"")
    out.append(outcome.word)
    out.append("\",\"rev\":")
    if let rev { out.append(rev) } else { out.append("null") }
    out.append(",\"at\":")
    Seconds.write(at, into: &out)
    out.append(",\"cause\":")
    out.append(cause)
    out.append(",\"commands\":")
    Command.write(commands, into: &out)
    out.append("}")
  }
}
