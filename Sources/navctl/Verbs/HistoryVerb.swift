import JSON
import NavClient
import NavCore
import UnixIO

/// `history` and `requests`: what happened, and what was asked.
enum HistoryVerb {
  /// The most that one call answers.
  private static let page = 100

  /// Shows what happened.
  static func history(_ invocation: Invocation) throws -> ExitCode {
    try list(invocation, "history", "events")
  }

  /// Shows what was asked, and what became of it.
  static func requests(_ invocation: Invocation) throws -> ExitCode {
    try list(invocation, "request.list", "requests")
  }

  private static func list(
    _ invocation: Invocation, _ method: Text, _ member: StaticString
  ) throws -> ExitCode {
    let filter = try Filter(invocation)
    let caller = try Caller(invocation)
    let events = EventText()
    var left = try invocation.number(.limit) ?? (invocation.has(.json) ? .max : 50)
    var rows = [["TIME", "SESSION", "REV", "REQUEST", "OUTCOME", "FROM", "WHAT"]]
    var cursor: Text?
    repeat {
      let result = try caller.call(method, filter.params(min(left, page), cursor))
      cursor = try Caller.read(result) { json, root in
        for node in json.list(root, member).prefix(left) {
          left -= 1
          if invocation.has(.json) {
            try Console.line(json.encoded(node).string)
          } else {
            rows.append(events.row(json, node))
          }
        }
        return json.text(root, "cursor")
      }
    } while cursor != nil && left > 0
    if rows.count > 1 { try Console.lines(Table.lines(rows)) }
    return .done
  }

  /// What is asked for.
  private struct Filter {
    var session: Text?
    var outcome: Text?
    var since: Text?

    init(_ invocation: Invocation) throws(Failure) {
      session = invocation.value(.session).map { Text($0) }
      outcome = invocation.value(.outcome).map { Text($0) }
      guard let text = invocation.value(.since) else { return }
      guard let moment = Instant.milliseconds(text, now: SystemClock.wall()) else {
        throw .usage(
          "--since is an age such as 15m or 2h, or a time such as 08:30, 2026-11-30 or "
            + "2026-11-30T08:30, not \(Shown.quoted(text))")
      }
      var seconds = Bytes()
      Seconds.write(max(moment, 0), into: &seconds)
      since = seconds.text
    }

    func params(_ limit: Int, _ cursor: Text?) -> Text {
      var params = ObjectWriter()
      params.add("session", session)
      params.add("outcome", outcome)
      params.add("since", json: since)
      params.add("limit", Int64(limit))
      params.add("cursor", cursor)
      return params.finish()
    }
  }

  /// Draws what the log says of an event.
  private struct EventText {
    let picture = Picture()

    func row(_ json: borrowing Document, _ node: Node) -> [String] {
      func text(_ name: StaticString) -> String {
        guard let text = json.text(node, name), !text.isEmpty else { return "-" }
        return Shown.safe(text)
      }
      let time = json.member(node, "at").flatMap { json.double($0) }
      let outcome = text("outcome")
      return [
        time.map { Instant.text(seconds: $0) } ?? "-", text("session"),
        json.integer(node, "rev").map { "\($0)" } ?? "-", text("request"), outcome,
        cause(json, node), what(json, node),
      ]
    }

    private func cause(_ json: borrowing Document, _ node: Node) -> String {
      guard let cause = json.member(node, "cause") else { return "-" }
      let parts = ["origin", "arrival", "dialect"].compactMap { (name: StaticString) in
        json.text(cause, name).map { Shown.safe($0) }
      }
      return parts.isEmpty ? "-" : parts.joined(separator: " ")
    }

    private func what(_ json: borrowing Document, _ node: Node) -> String {
      let commands = json.list(node, "commands").compactMap { Command(json: json, $0) }
      return commands.isEmpty ? "-" : commands.map { picture.text(of: $0) }.joined(separator: ", ")
    }
  }
}
