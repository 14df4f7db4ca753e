import Foundation
import JSON
import NavCore
import Testing

/// The case files under `Tests/Conformance/payload`: one a dialect, each an array of
/// `{name, payload, dialect?, expect}`.
@Suite("Payload cases")
struct PayloadCaseTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Conformance/payload")

  static let names: [String] = {
    let found = try? FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    return (found ?? []).filter { $0.hasSuffix(".json") }.sorted()
  }()

  @Test("Every dialect has a case file")
  func everyDialectHasCases() {
    for dialect in Dialect.allCases {
      #expect(Self.names.contains("\(dialect.rawValue).json"))
    }
  }

  @Test(
    "A dialect's example is of that dialect, and has something to open", arguments: Dialect.allCases
  )
  func example(_ dialect: Dialect) throws {
    var document = Document()
    try document.parse(Array(dialect.example.utf8))
    let delivery = try PayloadReader.read(document, document.root)
    #expect(delivery.dialect == dialect)
    #expect(delivery.screen != nil || delivery.link != nil || delivery.fields.count == 1)
  }

  @Test("A payload unwraps to what its case says", arguments: names)
  func unwraps(_ name: String) throws {
    var cases = Document()
    try cases.parse(Array(Data(contentsOf: Self.folder.appending(path: name))))
    #expect(cases.count(cases.root) > 0)
    cases.elements(cases.root) { item in
      guard let title = cases.member(item, "name").flatMap({ cases.text($0) }),
        let payload = cases.member(item, "payload"), let expected = cases.member(item, "expect")
      else {
        Issue.record("\(name) has a case without name, payload or expect")
        return
      }
      let asked = cases.member(item, "dialect").flatMap { cases.text($0) }
      let dialect = asked.flatMap { Dialect(rawValue: $0.string) }
      #expect((asked == nil) == (dialect == nil))
      let actual = Self.render(cases, payload, dialect)
      #expect(actual.string == cases.encoded(expected).string, "\(name): \(title)")
    }
  }

  static func render(_ json: borrowing Document, _ node: Node, _ dialect: Dialect?) -> Text {
    do throws(Refusal) {
      return try PayloadReader.read(json, node, dialect: dialect).rendered(in: json)
    } catch {
      return error.rendered
    }
  }
}
