import JSON
import NavClient

/// `back`, `home`, `navigate`, `activate` and `condition`.
enum NavigateVerb {
  /// Goes back.
  static func back(_ invocation: Invocation) throws -> ExitCode {
    try perform(invocation, commands: "[{\"op\":\"back\"}]", argument: 0)
  }

  /// Goes to the first screen.
  static func home(_ invocation: Invocation) throws -> ExitCode {
    try perform(invocation, commands: "[{\"op\":\"home\"}]", argument: 0)
  }

  /// Performs commands.
  static func navigate(_ invocation: Invocation) throws -> ExitCode {
    var commands = try Input.json(try Input.bytes(invocation.arguments[0]))
    if commands.bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      commands = Text(Array("[".utf8) + commands.bytes + Array("]".utf8))
    }
    return try perform(invocation, commands: commands, argument: nil)
  }

  /// Opens a notice.
  static func activate(_ invocation: Invocation) throws -> ExitCode {
    let caller = try Caller(invocation)
    var params = ObjectWriter()
    params.add("session", try caller.session())
    params.add("notice", invocation.argument(0).map { Text($0) })
    params.add("button", invocation.value(.button).map { Text($0) })
    return try caller.show("activate", params.finish()) { json, root in
      let outcome = Outcome(json: json, root)
      if !invocation.has(.json) { try Console.lines(outcome.lines) }
      return outcome.code
    }
  }

  /// Reports conditions.
  static func condition(_ invocation: Invocation) throws -> ExitCode {
    var conditions = Bytes()
    for argument in invocation.arguments {
      let parts = argument.text.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? String(parts[1]) : "true"
      guard value == "true" || value == "false", !parts[0].isEmpty else {
        throw Failure.usage(
          "a condition is NAME, NAME=true or NAME=false, not \(Shown.quoted(argument.text))")
      }
      conditions.append(conditions.isEmpty ? "{" : ",")
      conditions.append(quoted: Text(String(parts[0])))
      conditions.append(value == "true" ? ":true" : ":false")
    }
    conditions.append("}")
    let caller = try Caller(invocation)
    var params = ObjectWriter()
    params.add("session", try caller.session())
    params.add("conditions", json: conditions.text)
    return try caller.show("report", params.finish()) { json, root in
      try done(json, root, invocation)
    }
  }

  private static func perform(
    _ invocation: Invocation, commands: Text, argument: Int?
  ) throws -> ExitCode {
    let caller = try Caller(invocation)
    var params = ObjectWriter()
    params.add("session", try caller.session(argument: argument))
    params.add("commands", json: commands)
    return try caller.show("navigate", params.finish()) { json, root in
      try done(json, root, invocation)
    }
  }

  private static func done(
    _ json: borrowing Document, _ root: Node, _ invocation: Invocation
  ) throws -> ExitCode {
    if invocation.has(.json) { return .done }
    let rev = json.integer(root, "rev").map { "rev \($0)" } ?? "done"
    try Console.line(json.isTrue(root, "at_root") ? rev + ", at the first screen" : rev)
    return .done
  }
}
