import JSON
import NavClient

/// `cancel` and `wait`: one request that was sent before.
enum RequestVerb {
  /// How long a wait lasts where nothing is said, in seconds.
  private static let usualWait: Text = "30"

  /// Takes a request back.
  static func cancel(_ invocation: Invocation) throws -> ExitCode {
    var params = ObjectWriter()
    let request = invocation.arguments[0].text
    params.add("request", Text(request))
    return try Caller(invocation).show("request.cancel", params.finish()) { _, _ in
      if !invocation.has(.json) { try Console.line("cancelled \(Shown.safe(request))") }
      return .done
    }
  }

  /// Waits until a front end has a request, or has acked it.
  static func wait(_ invocation: Invocation) throws -> ExitCode {
    let goal = invocation.value(.goal) ?? "acked"
    guard ["delivered", "acked"].contains(goal) else {
      throw Failure.usage("--for is delivered or acked, not \(Shown.quoted(goal))")
    }
    let timeout = try invocation.seconds(.timeout) ?? usualWait
    var params = ObjectWriter()
    params.add("request", Text(invocation.arguments[0].text))
    params.add("wait", Text(goal))
    params.add("timeout", json: timeout)
    // navd's own answer to a wait that came to nothing says more than our giving up.
    let longest = Invocation.milliseconds(timeout.string) ?? 0
    let caller = try Caller(invocation, deadline: .after(milliseconds: longest + 2000))
    return try caller.show("request.get", params.finish()) { json, root in
      let outcome = json.text(root, "outcome")?.string ?? ""
      if !invocation.has(.json) { try Console.line(line(json, root, outcome)) }
      return ["held", "cancelled", "expired", "not_acked"].contains(outcome) ? .undone : .done
    }
  }

  private static func line(
    _ json: borrowing Document, _ root: Node, _ outcome: String
  ) -> String {
    let style = Style.current
    let isGood = ["delivered", "acked", "noticed"].contains(outcome)
    let shown = Shown.safe(outcome)
    var parts = [isGood ? style.good(shown) : style.attention(shown)]
    if let session = json.text(root, "session") { parts.append(Shown.safe(session)) }
    if let rev = json.integer(root, "rev") { parts.append("rev \(rev)") }
    if let request = json.text(root, "request") {
      parts.append(style.faint("(\(Shown.safe(request)))"))
    }
    return parts.joined(separator: "  ")
  }
}
