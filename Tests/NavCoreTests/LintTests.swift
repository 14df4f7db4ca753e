import JSON
import NavCore
import TestSupport
import Testing

@Suite struct LintTests {
  @Test func everyWarningIsTheTablesAtItsPlace() throws {
    var table = Document()
    try table.parse(Conformance.table("resolve/lint.json"))
    for node in table.nodes(table.root) {
      let name = table.string(node, "name") ?? ""
      let source = table.source(node)
      let (loaded, errors) = ManifestLoader.load(path: "t.json", bytes: source)
      if let error = table.string(node, "error") {
        #expect(loaded == nil, "\(name)")
        #expect(errors.contains { $0.message.string.hasPrefix(error) }, "\(name): \(errors)")
        continue
      }
      let manifest = try #require(loaded, "\(name): \(errors.map(\.text))")
      let problems = ManifestLint.problems(of: manifest, bytes: source)
      let expected = table.nodes(try table.wanted(node, "warnings"))
      #expect(problems.count == expected.count, "\(name): \(problems.map(\.text))")
      for (problem, want) in zip(problems, expected) {
        #expect(!problem.isError)
        let message = generalized(problem.message.string)
        #expect(message == table.string(want, "message"), "\(name)")
        let rest = String(decoding: source[(problem.column - 1)...], as: UTF8.self)
        #expect(rest.hasPrefix(table.string(want, "at") ?? "?"), "\(name): \(problem.text)")
      }
    }
  }

  /// The message without the line and column that it names, which depend on the writing.
  private func generalized(_ message: String) -> String {
    message.replacing(/at \d+:\d+ is/, with: "at PLACE is")
  }

  @Test func theShadowIsNamedAtItsOwnPlace() throws {
    let text = """
      {"app": "t", "schemes": ["my"], "root": "Home", "screens": {
        "Home": {},
        "A": {"params": {"x": "string"}, "links": [{"pattern": "/p/:x", "priority": 1}]},
        "B": {"params": {"x": "string"}, "links": ["/p/:x"]}}}
      """
    let bytes = Array(text.utf8)
    let manifest = try #require(ManifestLoader.load(path: "t.json", bytes: bytes).0)
    let problems = ManifestLint.problems(of: manifest, bytes: bytes)
    #expect(problems.map(\.line) == [4])
    #expect(problems.first?.message.string.contains("of 'A' at 3:46 is tried first") == true)
  }
}
