import JSON
import NavCore
import NavProtocol

extension Server {
  mutating func ack(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let (session, rev) = try position(json, call)
    session.acknowledge(rev)
    answer(call, &effects) { $0.append("{}") }
    settleWaits(session, &effects)
  }

  mutating func nack(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let (session, rev) = try position(json, call)
    let reason = try call.required("reason", json)
    session.calls.removeAll { $0.rev == rev }
    session.end(rev, .notAcked)
    session.isDirty = true
    let refusal = Refusal(.not_acked, "the front end could not perform it: \(quoted(reason))")
    endWaits(session, rev: rev, refusal, &effects)
    answer(call, &effects) { $0.append("{}") }
  }

  /// The session and rev of an ack or nack, from its front end only.
  private func position(
    _ json: borrowing Document, _ call: Call
  ) throws(Refusal) -> (Session, UInt64) {
    let session = try find(try call.required("session", json), call.peer)
    try requireFrontend(session, call)
    guard let rev = try call.rev("rev", json) else {
      throw Refusal(.invalid_params, "'rev' is missing; it is an integer", at: "/params/rev")
    }
    guard rev <= session.rev else {
      throw Refusal(
        .invalid_params, "'rev' \(rev) is beyond the session's last event", at: "/params/rev")
    }
    return (session, rev)
  }

  /// Refuses who is not the front end of a session.
  func requireFrontend(_ session: Session, _ call: Call) throws(Refusal) {
    guard session.frontend == call.connection else {
      throw Refusal(
        .not_frontend,
        "only the connection that is the session's front end may do this; subscribe with "
          + "'role': 'frontend'")
    }
  }
}
