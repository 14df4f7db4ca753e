import JSON
import NavClient

/// `status`, `ping`, `server` and `version`.
enum ServerVerb {
  /// Shows what navd is and has.
  static func status(_ invocation: Invocation) throws -> ExitCode {
    try Caller(invocation).show("server.info") { json, root in
      if invocation.has(.json) { return .done }
      try Console.line("navd at \(Shown.safe(try invocation.socket()))")
      try tell(json, root)
      return .done
    }
  }

  /// Asks whether navd answers.
  static func ping(_ invocation: Invocation) throws -> ExitCode {
    let deadline = try invocation.deadline()
    let socket = try invocation.socket()
    while true {
      do throws(ClientError) {
        _ = try Connection(to: socket).call("ping", until: deadline)
        break
      } catch {
        guard invocation.has(.wait), !deadline.hasPassed, ExitCode(error) == .unreachable else {
          throw error
        }
        Deadline.after(milliseconds: 20).sooner(deadline).wait()
      }
    }
    try Console.line(invocation.has(.json) ? "{}" : "navd answers")
    return .done
  }

  /// Reads the manifests again, or tells about the server.
  static func server(_ invocation: Invocation) throws -> ExitCode {
    let what = invocation.argument(0) ?? ""
    guard ["reload", "info"].contains(what) else {
      throw Failure.usage("usage: navctl \(invocation.verb.usage)")
    }
    return try Caller(invocation).show(Text("server.\(what)")) { json, root in
      if invocation.has(.json) { return .done }
      if what == "reload" { try Console.line("reading the manifests again") }
      try tell(json, root)
      return .done
    }
  }

  /// Shows the version.
  static func version(_ invocation: Invocation) throws -> ExitCode {
    if invocation.has(.json) {
      try Console.line("{\"navctl\":\"\(Version.number)\",\"protocol\":\(Version.wire)}")
    } else {
      try Console.line("navctl \(Version.number), protocol \(Version.wire)")
    }
    return .done
  }

  private static func tell(_ json: borrowing Document, _ root: Node) throws {
    for (name, value) in json.pairs(root) {
      let items = json.kind(value) == .array ? json.list(value) : [value]
      for item in items {
        try Console.line("  " + Shown.padded(Shown.safe(name), to: 12) + Fields.text(json, item))
      }
    }
  }
}

/// What this navctl is.
enum Version {
  /// Its version.
  static let number = "0.1.0"
  /// The version of the protocol that it speaks.
  static let wire = 1
}
