import JSON
import NavCore
import Testing

@Suite struct ManifestCatalogTests {
  private func file(_ app: String, _ members: String = "") -> (path: Text, bytes: [UInt8]) {
    let text = #"{"app":"\#(app)","root":"A",\#(members)"screens":{"A":{"aliases":["\#(app)VC"]}}}"#
    return (Text("/apps/\(app).json"), Array(text.utf8))
  }

  @Test func theFirstFileOfANameMasksTheOthers() {
    var problems: [ManifestProblem] = []
    var other = file("one", #""title":"second","#)
    other.path = "/other/one.json"
    let catalog = Catalog(files: [file("one"), file("two"), other], problems: &problems)
    #expect(problems.isEmpty)
    #expect(catalog.manifests.map(\.app) == ["one", "two"])
    #expect(catalog.manifest("one")?.title == nil)
    #expect(catalog.app("two") == 1)
    #expect(catalog.app("three") == nil)
  }

  @Test func aBrokenFileKeepsWhatWasLoadedBefore() {
    var problems: [ManifestProblem] = []
    let before = Catalog(
      files: [file("one", #""title":"old","#), file("two")], problems: &problems)
    #expect(problems.isEmpty)
    let broken = [file("one", #""titel":"new","#), file("three", #""x":1,"#)]
    let after = Catalog(files: broken, keeping: before, problems: &problems)
    #expect(after.manifests.map(\.app) == ["one"])
    #expect(after.manifest("one")?.title == "old")
    #expect(problems.map(\.path) == ["/apps/one.json", "/apps/three.json"])
  }

  @Test func appsAreFoundBySchemeHostAndScreen() {
    var problems: [ManifestProblem] = []
    let catalog = Catalog(
      files: [
        file("one", #""schemes":["One","both"],"hosts":["example.com","*.example.org"],"#),
        file("two", #""schemes":["both"],"hosts":["*.a.example.org","example.com:8443"],"#),
      ], problems: &problems)
    #expect(problems.isEmpty, "\(problems.map(\.text))")
    #expect(catalog.apps(claimingScheme: "one") == [0])
    #expect(catalog.apps(claimingScheme: "both") == [0, 1])
    #expect(catalog.apps(claimingScheme: "none") == [])
    let hosts: [(host: Text, apps: [Int])] = [
      ("example.com", [0]), ("www.example.com", []), ("example.org", []), ("b.example.org", [0]),
      ("a.example.org", [0]), ("x.a.example.org", [0, 1]), ("y.x.a.example.org", [0, 1]),
      ("notexample.org", []), ("example.com:8443", [1]), ("example.com:8080", []), ("", []),
      ("b.example.org:8080", []), (".example.org", []),
    ]
    for (host, apps) in hosts {
      #expect(catalog.apps(claimingHost: host) == apps, "\(host)")
    }
    #expect(catalog.apps(withScreen: "A") == [0, 1])
    #expect(catalog.apps(withScreen: "twoVC") == [1])
    #expect(catalog.apps(withScreen: "B") == [])
  }
}
