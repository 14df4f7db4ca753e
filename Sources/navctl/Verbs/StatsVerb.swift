import JSON
import NavClient

/// `stats` and `app`.
enum StatsVerb {
  /// Shows what is used of each share, and what navd has done since its start.
  static func stats(_ invocation: Invocation) throws -> ExitCode {
    let caller = try Caller(invocation)
    var rows = [
      [
        "UID", "CONNECTIONS", "SESSIONS", "STORED", "OUTPUT", "SUBSCRIPTIONS", "WAITS", "CALLS",
        "HELD",
        "LOG",
      ]
    ]
    var lines: [String] = []
    var cursor: Text?
    repeat {
      var params = ObjectWriter()
      params.add("cursor", cursor)
      cursor = nil
      _ = try caller.show("server.stats", params.finish()) { json, root in
        cursor = json.text(root, "cursor")
        for user in json.list(root, "users") { rows.append(row(json, user)) }
        lines = json.pairs(root).filter { !["users", "cursor"].contains($0.name) }
          .map { name, value in
            Shown.padded(Shown.safe(name), to: 19) + Fields.text(json, value)
          }
        return .done
      }
    } while cursor != nil
    if !invocation.has(.json) { try Console.lines(lines + Table.lines(rows)) }
    return .done
  }

  private static func row(_ json: borrowing Document, _ user: Node) -> [String] {
    func number(_ name: StaticString) -> String { "\(json.integer(user, name) ?? 0)" }
    func share(_ name: StaticString) -> String {
      guard let node = json.member(user, name) else { return "-" }
      let used = json.integer(node, "used") ?? 0
      return json.integer(node, "limit").map { "\(used)/\($0)" } ?? "\(used)"
    }
    return [
      number("uid"), share("connections"), share("sessions"), share("stored_bytes"),
      share("output_bytes"), number("subscriptions"), number("waits"), number("unacked_calls"),
      number("held"), number("log_bytes"),
    ]
  }

  /// Lists the apps, or shows what one declares.
  static func app(_ invocation: Invocation) throws -> ExitCode {
    let caller = try Caller(invocation)
    guard let name = invocation.argument(0) else {
      return try caller.show("app.list") { json, root in
        if invocation.has(.json) { return .done }
        for app in json.list(root, "apps") {
          try Console.line(Fields.text(json, app))
        }
        return .done
      }
    }
    var cursor: Text?
    repeat {
      var params = ObjectWriter()
      params.add("app", Text(name))
      params.add("cursor", cursor)
      let isFirst = cursor == nil
      cursor = nil
      _ = try caller.show("app.get", params.finish()) { json, root in
        cursor = json.text(root, "cursor")
        if invocation.has(.json) { return .done }
        if isFirst { try Console.lines(head(json, root)) }
        for screen in json.list(root, "screens") { try Console.lines(lines(json, screen)) }
        return .done
      }
    } while cursor != nil
    return .done
  }

  private static func head(_ json: borrowing Document, _ root: Node) -> [String] {
    var first = Style.current.strong(Shown.safe(json.text(root, "app") ?? ""))
    if let title = json.text(root, "title") { first += "  " + Shown.safe(title) }
    if let user = json.text(root, "user") { first += "  user " + Shown.safe(user) }
    var lines = [first]
    for name: StaticString in ["schemes", "hosts", "conditions"] {
      let items = json.list(root, name).compactMap { json.text($0) }.map { Shown.safe($0) }
      if !items.isEmpty { lines.append("\(name)  " + items.joined(separator: ", ")) }
    }
    for tab in json.list(root, "tabs") { lines.append("tab  " + Fields.text(json, tab)) }
    if let screen = json.text(root, "default") { lines.append("default  " + Shown.safe(screen)) }
    return lines
  }

  private static func lines(_ json: borrowing Document, _ screen: Node) -> [String] {
    func texts(_ name: StaticString) -> [String] {
      json.list(screen, name).compactMap { json.text($0) }.map { Shown.safe($0) }
    }
    var lines = [Style.current.strong(Shown.safe(json.text(screen, "screen") ?? ""))]
    for param in json.list(screen, "params") {
      let parts = json.pairs(param).compactMap { name, value -> String? in
        if name == "name" || json.bool(value) == false { return nil }
        if json.kind(value) == .null || json.kind(value) == .array { return nil }
        let text = Fields.text(json, value)
        return name == "type" ? text : json.bool(value) == true ? name.string : "\(name) \(text)"
      }
      lines.append(
        "  param   " + Shown.safe(json.text(param, "name") ?? "") + "  "
          + parts.joined(separator: ", "))
    }
    for link in json.list(screen, "links") {
      let query = json.member(link, "query").map { Fields.text(json, $0) } ?? ""
      lines.append(
        "  link    " + Shown.safe(json.text(link, "pattern") ?? "")
          + (query.isEmpty ? "" : "  query " + query))
    }
    for (label, name): (String, StaticString) in [
      ("alias", "aliases"), ("method", "methods"), ("needs", "requires"),
    ] {
      for text in texts(name) { lines.append("  " + Shown.padded(label, to: 8) + text) }
    }
    return lines
  }
}
