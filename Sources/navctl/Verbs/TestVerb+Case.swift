import JSON
import NavClient
import NavCore

/// One case of a test file.
enum TestCase {
  private static let members: [Text] = [
    "name", "comment", "link", "payload", "app", "origin", "dialect", "action", "expect",
  ]

  /// What differs from what a case expects, line by line; nothing where it passes.
  static func run(
    _ json: borrowing Document, _ node: Node, _ resolver: Resolver, _ coverage: inout RouteCoverage
  ) -> [String] {
    for (name, _) in json.pairs(node) where !members.contains(name) {
      return ["unknown member '\(name.string)' of the case"]
    }
    guard let expected = json.member(node, "expect"), json.kind(expected) == .object else {
      return ["'expect' is missing: an object with 'screen' and 'params', or with 'error'"]
    }
    let found: Text
    do throws(Refusal) {
      let resolution = try resolve(json, node, resolver)
      coverage.note(resolution)
      found = describe(resolution, resolver)
    } catch {
      found = describe(error)
    }
    var document = Document()
    do throws(JSONError) {
      try document.parse(found.bytes, maximumDepth: 128)
    } catch {
      return ["the result cannot be read: \(error.message)"]
    }
    return CaseDiff.lines(json, expected, document, document.root)
  }

  private static func resolve(
    _ json: borrowing Document, _ node: Node, _ resolver: Resolver
  ) throws(Refusal) -> Resolution {
    var app: Int?
    if let name = json.text(node, "app") {
      guard let index = resolver.app(named: name) else {
        throw Refusal(.no_such_app, "there is no app \(quoted(name))")
      }
      app = index
    }
    let origin = json.text(node, "origin").flatMap { OriginSet(name: $0) }
    if let link = json.text(node, "link") {
      return try resolver.resolve(link: link, app: app, origin: origin ?? .link)
    }
    guard let payload = json.member(node, "payload") else {
      throw Refusal(.invalid_params, "the case has neither 'link' nor 'payload'")
    }
    let dialect = json.text(node, "dialect").flatMap { Dialect(rawValue: $0.string) }
    let delivery = try PayloadReader.read(json, payload, dialect: dialect)
    return try resolver.resolve(
      delivery, payload: json, payload, app: app, origin: origin ?? .push,
      action: json.text(node, "action"))
  }

  private static func describe(_ refusal: Refusal) -> Text {
    var object = ObjectWriter()
    object.add("error", Text(refusal.kind.rawValue))
    object.add("at", refusal.at)
    object.add("offset", refusal.offset.map { Int64($0) })
    object.add("message", refusal.message)
    return object.finish()
  }

  private static func describe(_ resolution: borrowing Resolution, _ resolver: Resolver) -> Text {
    let manifest = resolver.manifests[resolution.app]
    var object = ObjectWriter()
    object.add("app", manifest.app)
    object.add("tapped", json: resolution.tapped ? "true" : "false")
    object.add("dialect", json: resolution.dialect == nil ? "null" : nil)
    object.add("dialect", resolution.dialect?.name)
    object.add("link", json: resolution.link == nil ? "null" : nil)
    object.add("link", resolution.link)
    object.add("dropped", json: list(resolution.dropped))
    object.add("refused", json: list(resolution.refused))
    guard let destination = resolution.destination else {
      object.add("screen", json: "null")
      return object.finish()
    }
    object.add("screen", manifest.screens[destination.screen].name)
    var params = Bytes()
    destination.params.write(into: &params)
    object.add("params", json: params.text)
    object.add("calls", json: list(destination.calls))
    var seat = Seat(first: manifest)
    var event: [Command] = []
    seat.open(destination, of: manifest, into: &event)
    var commands = Bytes()
    Command.write(event, into: &commands)
    object.add("commands", json: commands.text)
    return object.finish()
  }

  private static func list(_ names: [Text]) -> Text {
    var out = Bytes()
    for name in names {
      out.append(out.isEmpty ? "[" : ",")
      out.append(quoted: name)
    }
    out.append(out.isEmpty ? "[]" : "]")
    return out.text
  }
}
