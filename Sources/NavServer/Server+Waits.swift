import JSON
import NavCore
import NavProtocol

/// A request that is answered when its event is delivered or acked.
struct Wait {
  var connection: Int32
  var id: RequestID
  var session: Int32
  var rev: UInt64
  var needsAck: Bool
  /// Milliseconds of boot time.
  var deadline: Int64?
  var result: Text
  /// What the result says when it is over.
  var outcome = SendResult.Outcome.delivered
}

extension Server {
  /// Has a request answered later.
  ///
  /// - Throws: `quota_exceeded` where the connection has too many waits.
  mutating func add(_ wait: Wait, _ what: String) throws(Refusal) {
    guard clients[wait.connection]?.waits ?? 0 < WireLimits.waits else {
      throw Refusal(
        .quota_exceeded,
        "this connection has \(WireLimits.waits) waits of \(WireLimits.waits); the request is "
          + what)
    }
    clients[wait.connection]?.waits += 1
    waits.append(wait)
  }

  /// Answers the requests whose wait is over, in order.
  mutating func settleWaits(_ session: Session, _ effects: inout Effects) {
    guard !waits.isEmpty else { return }
    var left: [Wait] = []
    for wait in waits {
      guard wait.session == session.slot else {
        left.append(wait)
        continue
      }
      if let ending = session.ending(of: wait.rev) {
        end(wait, Server.refusal(ending), &effects)
      } else if wait.needsAck ? session.acked >= wait.rev : session.frontend != nil {
        clients[wait.connection]?.waits -= 1
        answer(wait.connection, wait.id, &effects) {
          $0.append(SendResult.retell(wait.result, outcome: wait.outcome))
        }
      } else {
        left.append(wait)
      }
    }
    waits = left
  }

  /// Refuses all who wait for an event, or for any event of a session.
  mutating func endWaits(
    _ session: Session, rev: UInt64?, _ refusal: Refusal, _ effects: inout Effects
  ) {
    func isMeant(_ wait: Wait) -> Bool {
      wait.session == session.slot && (rev == nil || wait.rev == rev)
    }
    let ended = waits.filter(isMeant)
    guard !ended.isEmpty else { return }
    waits.removeAll(where: isMeant)
    for wait in ended { end(wait, refusal, &effects) }
  }

  private mutating func end(_ wait: Wait, _ refusal: Refusal, _ effects: inout Effects) {
    clients[wait.connection]?.waits -= 1
    refuse(wait.connection, wait.id, refusal, &effects)
  }

  private static func refusal(_ ending: SendResult.Outcome) -> Refusal {
    switch ending {
    case .expired:
      Refusal(.expired, "the request's time to live was over before its event was acked")
    case .notAcked: Refusal(.not_acked, "the front end could not perform it")
    default: Refusal(.cancelled, "the request was taken back before its event was acked")
    }
  }
}
