import JSON
import NavCore
import TestSupport
import Testing

@Suite struct ManifestConversionTests {
  @Test func valuesBecomeTheDeclaredTypeOrAreRefused() throws {
    var table = Document()
    try table.parse(Conformance.table("manifest/conversions.json"))
    for group in table.nodes(table.root) {
      let name = table.string(group, "name") ?? ""
      let declared = try table.wanted(group, "param")
      let param = try param(table.encoded(declared).string)
      for node in table.nodes(try table.wanted(group, "cases")) {
        let context = "\(name): \(table.encoded(node).string)"
        do {
          let value = try convert(table, node, to: param)
          let wanted = table.member(node, "value").map { table.encoded($0) }
          #expect(value == wanted, "\(context)")
        } catch let refusal as Refusal {
          let kind = table.string(node, "kind")
          let message = table.string(node, "message")
          #expect(refusal.kind.rawValue == kind, "\(context)")
          #expect(refusal.message.string == message, "\(context)")
        }
      }
    }
  }

  @Test func theConvertedValueConvertsToItself() throws {
    var table = Document()
    try table.parse(Conformance.table("manifest/conversions.json"))
    for group in table.nodes(table.root) {
      let declared = try table.wanted(group, "param")
      let param = try param(table.encoded(declared).string)
      for node in table.nodes(try table.wanted(group, "cases")) {
        guard let value = table.member(node, "value") else { continue }
        let again = try ParamConversion.convert(json: table, value, to: param)
        let before = table.encoded(value)
        #expect(again == before)
      }
    }
  }

  @Test func aScreenMakesTheSameOfTextsAndJSONThatItIsGiven() throws {
    var table = Document()
    try table.parse(Conformance.table("manifest/conversions.json"))
    for group in table.nodes(table.root) {
      let screen = try screen(table.encoded(try table.wanted(group, "param")).string)
      for node in table.nodes(try table.wanted(group, "cases")) {
        guard let given = table.member(node, "text") ?? table.member(node, "json") else { continue }
        let context = table.encoded(node).string
        var dropped: [Text] = []
        do {
          let params = try screen.checked(
            Params([.init(name: "p", value: table.encoded(given))]), dropped: &dropped)
          let wanted = table.member(node, "value").map { table.encoded($0) }
          #expect(params["p"] == wanted, "\(context)")
        } catch {
          let kind = table.string(node, "kind")
          #expect(error.kind.rawValue == kind, "\(context)")
        }
      }
    }
  }

  private func param(_ declaration: String) throws -> Param {
    try #require(try screen(declaration).params.first)
  }

  private func screen(_ declaration: String) throws -> Screen {
    let text =
      #"{"app":"t","root":"A","screens":{"A":{"params":{"p":"# + declaration + "}}}}"
    let (manifest, problems) = ManifestLoader.load(path: "t.json", bytes: Array(text.utf8))
    #expect(problems.isEmpty, "\(problems.map(\.text))")
    return try #require(manifest?.screens.first)
  }

  private func convert(
    _ table: borrowing Document, _ node: Node, to param: Param
  ) throws -> Text {
    if let texts = table.member(node, "texts") {
      return try ParamConversion.convert(
        texts: table.nodes(texts).compactMap { table.text($0) }, to: param)
    }
    if let text = table.member(node, "text").flatMap({ table.text($0) }) {
      return try ParamConversion.convert(text: text, to: param)
    }
    let value = try table.wanted(node, "json")
    return try ParamConversion.convert(json: table, value, to: param)
  }
}
