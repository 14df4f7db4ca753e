import JSON
import NavCore
import TestSupport
import Testing

@Suite struct ManifestLoadTests {
  @Test func everyProblemIsToldOnceAtItsPlace() throws {
    var table = Document()
    try table.parse(Conformance.table("manifest/load.json"))
    for node in table.nodes(table.root) {
      let name = table.string(node, "name") ?? ""
      let path = Text(table.string(node, "file") ?? "t.json")
      let source = table.source(node)
      let (manifest, problems) = ManifestLoader.load(path: path, bytes: source)
      let wanted = try table.wanted(node, "problems")
      let expected = table.nodes(wanted)
      let isWhole = table.member(node, "lines") != nil
      #expect(problems.count == expected.count, "\(name): \(problems.map(\.text))")
      for (problem, want) in zip(problems, expected) {
        if isWhole {
          let text = table.text(want)
          #expect(problem.text == text, "\(name)")
          continue
        }
        let message = table.string(want, problem.isError ? "error" : "advice")
        #expect(problem.message.string == message, "\(name)")
        let at = table.string(want, "at") ?? "?"
        #expect(rest(of: source, at: problem).hasPrefix(at), "\(name): \(problem.text)")
      }
      #expect((manifest == nil) == problems.contains { $0.isError }, "\(name)")
    }
  }

  @Test func aProblemIsOneLineWhateverTheFileSays() {
    let text = #"{"app":"t","root":"A","screens":{"A":{}},"a\nb\u001b[2J\u0007":1}"#
    let (_, problems) = ManifestLoader.load(path: "t.json", bytes: Array(text.utf8))
    #expect(problems.count == 1)
    for problem in problems {
      #expect(!problem.text.bytes.contains { $0 < 0x20 || $0 == 0x7F })
    }
  }

  @Test func aFileThatIsTooBigIsRefusedInWhole() {
    let bytes = [UInt8](repeating: 0x20, count: ManifestLoader.maximumBytes + 1)
    let (manifest, problems) = ManifestLoader.load(path: "t.json", bytes: bytes)
    #expect(manifest == nil)
    #expect(problems.map(\.line) == [1])
  }

  @Test func noCutOfAManifestIsTakenOrCrashes() throws {
    let text = Array(ManifestExample.shop.utf8)
    for end in text.indices {
      let (manifest, problems) = ManifestLoader.load(path: "shop.json", bytes: Array(text[..<end]))
      #expect(manifest == nil && problems.count == 1)
    }
  }

  @Test func noValueInPlaceOfAnotherCrashes() throws {
    var random = SplitMix(seed: 7)
    let text = Array(ManifestExample.shop.utf8)
    let junk = ["null", "[]", "{}", "\"\"", "-1", "1e300", "true", "\"A\""]
    let starts = text.indices.filter { text[$0] == UInt8(ascii: "\"") }
    for _ in 0..<400 {
      let start = starts.randomElement(using: &random) ?? 0
      let end = text[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")) ?? start
      let value = junk.randomElement(using: &random) ?? ""
      let changed = text[..<start] + Array(value.utf8) + text[(end + 1)...]
      let (manifest, problems) = ManifestLoader.load(path: "shop.json", bytes: Array(changed))
      #expect((manifest == nil) == problems.contains { $0.isError })
    }
  }

  private func rest(of source: [UInt8], at problem: ManifestProblem) -> String {
    let lines = source.split(separator: 0x0A, omittingEmptySubsequences: false)
    let line = String(decoding: lines[problem.line - 1], as: UTF8.self)
    return String(String.UnicodeScalarView(line.unicodeScalars.dropFirst(problem.column - 1)))
  }
}
