import JSON
import NavClient

/// `watch`.
enum WatchVerb {
  /// Shows events as they come.
  static func run(_ invocation: Invocation) throws -> ExitCode {
    var cursor = try invocation.value(.cursorFile).map { path throws(Failure) in
      try Cursor(path: path)
    }
    var name = invocation.value(.session) ?? invocation.argument(0) ?? "*"
    var positions = cursor?.positions ?? [:]
    if let after = invocation.value(.after), positions.isEmpty {
      let caller = try Caller(invocation, deadline: .after(milliseconds: 10_000))
      if name == "*" { name = try caller.session().string }
      positions = try position(after, of: Text(name), caller)
    }
    if name != "*" { positions = try only(name, of: positions, cursor) }
    let subscription = Subscription(
      session: Text(name), role: .observer, app: invocation.value(.app).map { Text($0) })
    var following = try Following(invocation, subscription, from: positions)
    return try following.run { event, _ in
      if !invocation.has(.json) {
        try Console.lines([EventText.head(event)] + EventText.commands(event))
      }
      try cursor?.save(event)
    }
  }

  /// The position that `--after` gives; without an epoch it is of the present one.
  private static func position(
    _ text: String, of session: Text, _ caller: Caller
  ) throws -> [Text: Position] {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let rev = parts.last.flatMap({ Int64($0) }), rev >= 0,
      parts.first?.isEmpty == false
    else {
      throw Failure.usage("--after is REV or EPOCH:REV, not \(Shown.quoted(text))")
    }
    var params = ObjectWriter()
    params.add("session", session)
    return try Caller.read(try caller.call("session.get", params.finish())) { json, root in
      let given = parts.count == 2 ? Text(String(parts[0])) : nil
      let epoch = given ?? json.text(root, "epoch") ?? ""
      return [json.text(root, "session") ?? session: Position(epoch: epoch, rev: rev)]
    }
  }

  /// The positions of one session only; events have its name without its owner.
  private static func only(
    _ name: String, of all: [Text: Position], _ cursor: Cursor?
  ) throws(Failure) -> [Text: Position] {
    let bare = Text(String(name.prefix { $0 != "@" }))
    if let own = all[bare] { return [bare: own] }
    guard all.isEmpty else {
      throw .usage(
        "\(Shown.safe(cursor?.path ?? "")) is the cursor of other sessions; each wants its own file"
      )
    }
    return [:]
  }
}
