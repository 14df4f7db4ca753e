import JSON
import NavCore
import Testing

/// Which apps a link or a screen's name goes to.
@Suite struct ClaimTests {
  private static let resolver: Resolver = {
    let files: [(app: Text, members: String)] = [
      ("one", #""schemes":["One","both"],"hosts":["example.com","*.example.org"],"#),
      ("two", #""schemes":["both"],"hosts":["*.a.example.org","example.com:8443"],"#),
    ]
    var manifests: [Manifest] = []
    for (app, members) in files {
      let text =
        #"{"app":"\#(app)","root":"A",\#(members)"screens":{"A":{"aliases":["\#(app)VC"]}}}"#
      let (manifest, problems) = ManifestLoader.load(
        path: Text("/apps/\(app).json"), bytes: Array(text.utf8))
      for problem in problems { Issue.record("\(problem.text)") }
      if let manifest { manifests.append(manifest) }
    }
    var problems: [Text] = []
    return Resolver(manifests, problems: &problems)
  }()

  @Test(arguments: [
    ("one:x", [0]), ("ONE:x", [0]), ("both:x", [0, 1]), ("none:x", []),
    ("https://example.com/", [0]), ("http://example.com:80/", [0]),
    ("https://example.com:8443/", [1]), ("https://example.com:8080/", []),
    ("https://www.example.com/", []), ("https://example.org/", []),
    ("https://b.example.org/", [0]), ("https://a.example.org/", [0]),
    ("https://x.a.example.org/", [0, 1]), ("https://y.x.a.example.org/", [0, 1]),
    ("https://notexample.org/", []), ("https://b.example.org:8080/", []),
    ("https://.example.org/", []),
  ])
  func appsAreFoundBySchemeAndHost(_ link: String, _ apps: [Int]) throws {
    #expect(Self.resolver.router.apps(claiming: try Link(Text(link))) == apps)
  }

  @Test func appsAreFoundByTheNamesAndAliasesOfTheirScreens() {
    #expect(Self.resolver.apps(withScreen: "A") == [0, 1])
    #expect(Self.resolver.apps(withScreen: "twoVC") == [1])
    #expect(Self.resolver.apps(withScreen: "B") == [])
    #expect(Self.resolver.app(named: "two") == 1)
    #expect(Self.resolver.app(named: "three") == nil)
  }
}
