import JSON
import NavCore
import Testing

@Suite struct PatternLimitTests {
  private func load(_ pattern: String) -> (Manifest?, [ManifestProblem]) {
    let text =
      #"{"app":"t","schemes":["t"],"root":"A","screens":{"A":{"params":{"a":"string","#
      + #""l":{"type":"list"}},"links":["\#(pattern)"]}}}"#
    return ManifestLoader.load(path: "t.json", bytes: Array(text.utf8))
  }

  @Test(arguments: ["/x", "/*"])
  func aPatternHasAtMost128Pieces(_ piece: String) throws {
    let longest = load(String(repeating: piece, count: 128))
    #expect(longest.0 != nil, "\(longest.1.map(\.text))")
    let longer = load(String(repeating: piece, count: 129))
    #expect(longer.0 == nil)
    #expect(longer.1.count == 1)
    #expect(longer.1.first?.text.string.contains("129 pieces") == true)
  }

  /// Every way to cut the path would take years.
  @Test func aPatternOfManyWildcardsEnds() throws {
    let manifest = try #require(load(String(repeating: "/*/x", count: 60) + "/y").0)
    var problems: [Text] = []
    let resolver = Resolver([manifest], problems: &problems)
    let link = Text("t:" + String(repeating: "/x", count: 8000))
    #expect(throws: Refusal.self) { _ = try resolver.resolve(link: link) }
  }
}
