import JSON
import NavCore
import TestSupport
import Testing

/// The cases of `Tests/Conformance/resolve`, as `navctl test` runs them.
@Suite struct LintResolveTests {
  static let resolver: Resolver = {
    var manifests: [Manifest] = []
    for (name, bytes) in (try? Conformance.tableFiles(in: "resolve/apps")) ?? [] {
      if let manifest = ManifestLoader.load(path: Text(name), bytes: bytes).0 {
        manifests.append(manifest)
      }
    }
    var problems: [Text] = []
    return Resolver(manifests, problems: &problems)
  }()

  @Test func theManifestsLoad() {
    #expect(Self.resolver.manifests.map(\.app.string) == ["reports", "site"])
  }

  @Test(arguments: ["resolve/link-reports.json", "resolve/links.json"])
  func everyCaseHasItsResult(_ file: String) throws {
    var table = Document()
    try table.parse(Conformance.table(file))
    let cases = table.nodes(table.root)
    #expect(cases.count > 15)
    for node in cases {
      let name = table.string(node, "name") ?? ""
      let expected = try table.wanted(node, "expect")
      do {
        let resolution = try resolve(table, node)
        #expect(table.member(expected, "error") == nil, "\(name) was not refused")
        check(resolution, table, expected, name)
      } catch let refusal as Refusal {
        let message = refusal.message.string
        #expect(refusal.kind.rawValue == table.string(expected, "error"), "\(name): \(message)")
        if let at = table.string(expected, "at") { #expect(refusal.at.string == at, "\(name)") }
        if let offset = table.member(expected, "offset").flatMap({ table.integer($0) }) {
          #expect(refusal.offset == Int(offset), "\(name)")
        }
      }
    }
  }

  private func resolve(_ table: borrowing Document, _ node: Node) throws -> Resolution {
    var app: Int?
    if let name = table.string(node, "app") {
      guard let index = Self.resolver.app(named: Text(name)) else {
        throw Refusal(.no_such_app, "there is no app '\(name)'")
      }
      app = index
    }
    let origin = table.string(node, "origin").flatMap { OriginSet(name: Text($0)) }
    if let link = table.string(node, "link") {
      return try Self.resolver.resolve(link: Text(link), app: app, origin: origin ?? .link)
    }
    let payload = try table.wanted(node, "payload")
    return try Self.resolver.resolve(
      PayloadReader.read(table, payload), payload: table, payload, app: app,
      origin: origin ?? .push)
  }

  private func check(
    _ resolution: borrowing Resolution, _ table: borrowing Document, _ expected: Node,
    _ name: String
  ) {
    let manifest = Self.resolver.manifests[resolution.app]
    let destination = resolution.destination
    let screen = destination.map { manifest.screens[$0.screen].name.string }
    #expect(screen == table.string(expected, "screen"), "\(name)")
    if let params = table.member(expected, "params") {
      let wanted = Params(json: table, params)
      #expect(Set(destination?.params.items ?? []) == Set(wanted.items), "\(name)")
    }
    func list(_ node: Node) -> [Text] { table.nodes(node).compactMap { table.text($0) } }
    if let node = table.member(expected, "calls") {
      #expect(destination?.calls == list(node), "\(name)")
    }
    if let node = table.member(expected, "dropped") {
      #expect(resolution.dropped == list(node), "\(name)")
    }
    if let node = table.member(expected, "refused") {
      #expect(resolution.refused == list(node), "\(name)")
    }
    if let link = table.string(expected, "link") {
      #expect(resolution.link?.string == link, "\(name)")
    }
    if let dialect = table.string(expected, "dialect") {
      #expect(resolution.dialect?.rawValue == dialect, "\(name)")
    }
    if let tapped = table.member(expected, "tapped") {
      #expect(resolution.tapped == table.bool(tapped), "\(name)")
    }
    if let node = table.member(expected, "commands"), let destination {
      var seat = Seat(first: manifest)
      var commands = Bytes()
      var event: [Command] = []
      seat.open(destination, of: manifest, into: &event)
      Command.write(event, into: &commands)
      #expect(commands.text == table.encoded(node), "\(name)")
    }
  }
}
