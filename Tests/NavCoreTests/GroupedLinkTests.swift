import JSON
import NavCore
import Testing

/// Links of one path that only a query key tells apart, few and many.
@Suite struct GroupedLinkTests {
  private static func resolver(_ count: Int) -> Resolver {
    var text = #"{"app":"t","schemes":["t"],"root":"Home","screens":{"Home":{},"#
    for number in 0..<count {
      text += #""K\#(number)":{"params":{"id":"string"},"links":[{"pattern":"t://action","#
      text += #""query":{"key":"k\#(number)"}}]},"#
    }
    text += #""Both":{"links":[{"pattern":"t://action","query":{"key":"k2","x":"1"}}]},"#
    text += #""Marked":{"links":[{"pattern":"t://action","fragment":"mark","priority":-1}]},"#
    text += #""Any":{"links":["t://action"]}}}"#
    let (manifest, problems) = ManifestLoader.load(path: "t.json", bytes: Array(text.utf8))
    for problem in problems { Issue.record("\(problem.text)") }
    var more: [Text] = []
    return Resolver(manifest.map { [$0] } ?? [], problems: &more)
  }

  @Test(arguments: [4, 9, 40])
  func theKeyDecidesHoweverManyThereAre(_ count: Int) throws {
    let resolver = Self.resolver(count)
    let cases: [(link: Text, screen: Text)] = [
      ("t://action?key=k3", "K3"), ("t://action?id=1&key=k0", "K0"), ("t://action?key=%6b1", "K1"),
      ("t://action?key=k2", "K2"), ("t://action?key=k2&x=1", "Both"), ("t://action", "Any"),
      ("t://action?x=1&key=k2", "Both"), ("t://action?key=other", "Any"), ("t://action?key", "Any"),
      ("t://action?key=k3&key=k1", "K1"), ("t://action?key=other&key=k2", "K2"),
      ("t://action?key=k1#mark", "K1"), ("t://action?key=other#mark", "Marked"),
      ("t://action#mark", "Marked"), ("t://action?KEY=k1", "Any"),
    ]
    for (link, screen) in cases {
      let resolution = try resolver.resolve(link: link)
      let found = resolution.destination.map { resolver.manifests[0].screens[$0.screen].name }
      #expect(found == screen, "\(link) among \(count)")
    }
  }
}
