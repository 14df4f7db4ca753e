import JSON
import NavClient

/// `sessions` and `close`.
enum SessionsVerb {
  /// Lists the sessions, all pages of them.
  static func list(_ invocation: Invocation) throws -> ExitCode {
    let caller = try Caller(invocation)
    var cursor: Text?
    repeat {
      var params = ObjectWriter()
      params.add("cursor", cursor)
      cursor = nil
      _ = try caller.show("session.list", params.finish()) { json, root in
        cursor = json.text(root, "cursor")
        if invocation.has(.json) { return .done }
        for session in json.list(root, "sessions") {
          try Console.line(line(json, session))
        }
        return .done
      }
    } while cursor != nil
    return .done
  }

  private static func line(_ json: borrowing Document, _ session: Node) -> String {
    let name = Shown.safe(json.text(session, "session") ?? "")
    let app = Shown.safe(json.text(session, "app") ?? "")
    let rev = json.integer(session, "rev") ?? 0
    let isThere = json.isTrue(session, "frontend")
    return Shown.padded(name, to: 20) + " " + Shown.padded("app \(app)", to: 16)
      + Shown.padded("rev \(rev)", to: 10)
      + (isThere ? Style.current.good("front end is there") : "no front end")
  }

  /// Closes a session.
  static func close(_ invocation: Invocation) throws -> ExitCode {
    guard let name = invocation.value(.session) ?? invocation.argument(0) else {
      throw Failure.usage("name the session to close")
    }
    var params = ObjectWriter()
    params.add("session", Text(name))
    return try Caller(invocation).show("session.close", params.finish()) { _, _ in
      if !invocation.has(.json) { try Console.line("closed \(Shown.safe(name))") }
      return .done
    }
  }
}
