import JSON
import NavClient
import UnixIO

/// `send`, `open` and `resolve`.
enum SendVerb {
  /// How long a wait lasts where nothing is said, in seconds.
  private static let usualWait: Text = "30"

  /// Sends a payload or a link.
  static func send(_ invocation: Invocation) throws -> ExitCode {
    let request = try Input.request(invocation.arguments[0], isLink: invocation.has(.link))
    return try perform("send", request, invocation)
  }

  /// Opens a link.
  static func open(_ invocation: Invocation) throws -> ExitCode {
    try perform("send", .link(Text(invocation.arguments[0].text)), invocation, origin: "link")
  }

  /// Shows what `send` would do.
  static func resolve(_ invocation: Invocation) throws -> ExitCode {
    let request = try Input.request(invocation.arguments[0], isLink: invocation.has(.link))
    return try perform("resolve", request, invocation)
  }

  private static func perform(
    _ method: Text, _ request: Input.Request, _ invocation: Invocation, origin: Text? = nil
  ) throws -> ExitCode {
    var params = ObjectWriter()
    switch request {
    case .payload(let payload): params.add("payload", json: payload)
    case .link(let link): params.add("link", link)
    }
    addSessions(invocation.values(.session), to: &params)
    params.add("app", invocation.value(.app).map { Text($0) })
    params.add("arrival", invocation.value(.arrival).map { Text($0) })
    params.add("origin", origin ?? invocation.value(.origin).map { Text($0) })
    params.add("dialect", invocation.value(.dialect).map { Text($0) })
    params.add("key", invocation.value(.key).map { Text($0) })
    params.add("ttl", json: try invocation.seconds(.ttl))
    params.add("stay", json: try invocation.seconds(.stay))
    params.add("action", invocation.value(.action).map { Text($0) })
    let token = invocation.value(.activation) ?? Environment.value("XDG_ACTIVATION_TOKEN")
    if method == "send" { params.add("activation_token", token.map { Text($0) }) }
    params.add("explain", if: invocation.has(.explain))
    var deadline: Deadline?
    if let wait = invocation.value(.wait) {
      guard ["stored", "delivered", "acked"].contains(wait) else {
        throw Failure.usage("--wait is stored, delivered or acked, not \(Shown.quoted(wait))")
      }
      let timeout = try invocation.seconds(.timeout) ?? usualWait
      params.add("wait", Text(wait))
      params.add("timeout", json: timeout)
      // navd's own answer to a wait that came to nothing says more than our giving up.
      let longest = Invocation.milliseconds(timeout.string) ?? 0
      deadline = .after(milliseconds: longest + 2000)
    }
    let caller = try Caller(invocation, deadline: deadline)
    do {
      return try caller.show(method, params.finish()) { json, root in
        let outcome = Outcome(json: json, root)
        if !invocation.has(.json) { try Console.lines(outcome.lines) }
        // A dry run of what would be held has told what it was asked.
        return method == "resolve" && outcome.code == .undone ? .done : outcome.code
      }
    } catch ClientError.refused(let refused) where !invocation.has(.json) {
      try Caller.read(refused.json) { json, root in
        guard let data = json.member(root, "data"), let trace = json.member(data, "trace")
        else { return }
        try Console.lines(Trace(json: json, trace).lines)
      }
      throw ClientError.refused(refused)
    }
  }

  private static func addSessions(_ names: [String], to params: inout ObjectWriter) {
    guard names.count > 1 else {
      params.add("session", names.first.map { Text($0) })
      return
    }
    var list = Bytes()
    for name in names {
      list.append(list.isEmpty ? "[" : ",")
      list.append(quoted: Text(name))
    }
    list.append("]")
    params.add("session", json: list.text)
  }
}
