import JSON
import NavClient
import NavCore

/// `state` and `notices`.
enum StateVerb {
  /// Shows where a session is.
  static func state(_ invocation: Invocation) throws -> ExitCode {
    try show(invocation) { json, root, state in
      var head = [Shown.safe(json.text(root, "session") ?? "")]
      if let app = json.text(root, "app") { head.append("app \(Shown.safe(app))") }
      head.append("rev \(json.integer(root, "rev") ?? 0)")
      head.append(json.isTrue(root, "frontend") ? "front end is there" : "no front end")
      try Console.line(
        Style.current.strong(head[0]) + "  " + head.dropFirst().joined(separator: ", "))
      try Console.lines(Picture().lines(of: state))
      for (name, value) in json.pairs(json.member(root, "conditions") ?? root)
      where json.bool(value) != nil && json.member(root, "conditions") != nil {
        try Console.line("  \(Shown.safe(name)) is \(json.bool(value) == true)")
      }
      for held in json.list(root, "held") {
        try Console.line("  " + Style.current.attention("held") + "  " + Fields.text(json, held))
      }
    }
  }

  /// Shows a session's notices.
  static func notices(_ invocation: Invocation) throws -> ExitCode {
    if invocation.has(.json) { return try jsonNotices(invocation) }
    return try show(invocation) { _, _, state in
      try Console.lines(state.notices.map { Picture().text(of: $0) })
    }
  }

  private static func show(
    _ invocation: Invocation,
    _ body: (borrowing Document, Node, NavigationState) throws -> Void
  ) throws -> ExitCode {
    let caller = try Caller(invocation)
    return try caller.show("session.get", try subject(caller)) { json, root in
      if invocation.has(.json) { return .done }
      guard let node = json.member(root, "state"), let state = NavigationState(json: json, node)
      else { throw ClientError.malformed("a session without state") }
      try body(json, root, state)
      return .done
    }
  }

  private static func jsonNotices(_ invocation: Invocation) throws -> ExitCode {
    let caller = try Caller(invocation)
    let result = try caller.call("session.get", try subject(caller))
    return try Caller.read(result) { json, root in
      let notices = json.member(root, "state").flatMap { json.member($0, "notices") }
      try Console.line(notices.map { json.encoded($0).string } ?? "[]")
      return .done
    }
  }

  private static func subject(_ caller: Caller) throws -> Text {
    var params = ObjectWriter()
    params.add("session", try caller.session(argument: 0))
    return params.finish()
  }
}
