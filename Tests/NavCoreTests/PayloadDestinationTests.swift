import JSON
import NavCore
import Testing

/// Random payloads go only where a name, a rule, a link or the default of a tap sends them.
@Suite("Payload destinations")
struct PayloadDestinationTests {
  /// Every value of the random payloads is a name of `Asked` and, as a link, one of `Linked`.
  static let manifest: String = {
    let aliases = (0..<1000).map { "\"v\($0)\"" }.joined(separator: ",")
    return #"""
      {"app":"t","schemes":["app"],"hosts":["t.example"],"base":"https://t.example/","root":"Home",
       "default":"Home","screens":{"Home":{},"Never":{},"Asked":{"aliases":[\#(aliases)]},
       "Ruled":{"rules":[{"when":{"/topic":{"exists":true}}}]},
       "Linked":{"params":{"any":"string"},"links":["/:any"]}}}
      """#
  }()

  @Test("They end in one place that something asks for, or in one refusal", arguments: 0..<16)
  func destinations(_ seed: UInt64) throws {
    let (loaded, mistakes) = ManifestLoader.load(path: "t.json", bytes: Array(Self.manifest.utf8))
    var problems: [Text] = []
    let resolver = Resolver([try #require(loaded)], problems: &problems)
    #expect(problems.isEmpty && mistakes.isEmpty)
    var source = PayloadSource(seed: seed &+ 1000)
    var reached: Set<Text> = []
    for _ in 0..<200 {
      let text = source.object(depth: 0)
      var document = Document()
      try document.parse(Array(text.utf8))
      for dialect in [nil] + Dialect.allCases.map(Optional.some) {
        if let name = Self.destination(document, dialect, resolver) {
          reached.insert(name)
          let isAsked = Self.isAsked(name, document, text, dialect)
          #expect(isAsked, "\(name) for \(text)")
        }
      }
    }
    #expect(reached.isSuperset(of: ["Asked", "Ruled", "Linked", "Home"]))
  }

  static func destination(
    _ document: borrowing Document, _ dialect: Dialect?, _ resolver: Resolver
  ) -> Text? {
    do throws(Refusal) {
      let delivery = try PayloadReader.read(document, document.root, dialect: dialect)
      let found = try resolver.resolve(delivery, payload: document, document.root)
      #expect(found.dialect == delivery.dialect && found.tapped == delivery.tapped)
      return found.destination.map { resolver.manifests[0].screens[$0.screen].name }
    } catch {
      let kinds: [Refusal.Kind] = [
        .payload_unrecognized, .dialect_conflict, .param_invalid, .too_large, .screen_unknown,
        .bad_link, .scheme_denied, .host_denied, .no_match,
      ]
      #expect(kinds.contains(error.kind), "\(error.kind): \(error.message)")
      return nil
    }
  }

  static func isAsked(
    _ name: Text, _ document: borrowing Document, _ payload: String, _ dialect: Dialect?
  ) -> Bool {
    switch name {
    case "Asked": ["class", "screen"].contains(where: payload.contains)
    case "Ruled": payload.contains("topic")
    case "Linked": PayloadPropertyTests.linkNames.contains(where: payload.contains)
    case "Home":
      (try? PayloadReader.read(document, document.root, dialect: dialect))?.tapped == true
    default: false
    }
  }
}
