import JSON
import NavCore
import NavProtocol

/// How an event ended that no front end will perform any more, though it was not acked.
struct Ending: Equatable {
  var rev: UInt64
  /// `cancelled`, `expired` or `notAcked`.
  var outcome: SendResult.Outcome
}

extension Session {
  /// Endings that are kept: what people still ask about, and little enough to be written in each row.
  static let endingsKept = 128

  /// Notes how an event ended; nothing that was acked ends again.
  func end(_ rev: UInt64, _ outcome: SendResult.Outcome) {
    guard rev > acked, ending(of: rev) == nil else { return }
    endings.append(Ending(rev: rev, outcome: outcome))
    if endings.count > Session.endingsKept { endings.removeFirst() }
    isDirty = true
  }

  /// How an event ended; nil where it was not taken back or refused.
  func ending(of rev: UInt64) -> SendResult.Outcome? {
    endings.last { $0.rev == rev }?.outcome
  }

  /// What has become of an event with these commands.
  func outcome(of rev: UInt64, _ commands: [Command]) -> SendResult.Outcome {
    if let ending = ending(of: rev) { return ending }
    if rev <= acked { return .acked }
    let isNotice = commands.contains { if case .notice = $0 { true } else { false } }
    return isNotice ? .noticed : frontend != nil ? .delivered : .queued
  }

  /// Writes what was noted.
  func writeEndings(into out: inout Bytes) {
    guard !endings.isEmpty else { return }
    out.append(",\"endings\":[")
    out.append(list: endings) { out, ending in
      out.append("{\"rev\":")
      out.append(ending.rev)
      out.append(",\"outcome\":\"")
      out.append(ending.outcome.word)
      out.append("\"}")
    }
    out.append("]")
  }

  /// Reads what ``writeEndings(into:)`` wrote.
  func readEndings(_ json: borrowing Document) {
    guard let list = json.member(json.root, "endings") else { return }
    for node in json.nodes(list) {
      guard let rev = json.member(node, "rev").flatMap({ json.unsigned($0) }),
        let word = json.member(node, "outcome")
      else { continue }
      for outcome in [SendResult.Outcome.cancelled, .expired, .notAcked]
      where json.isText(word, outcome.word) {
        endings.append(Ending(rev: rev, outcome: outcome))
      }
    }
  }
}
