import JSON
import TestSupport
import Testing

@testable import NavCore

@Suite struct ManifestPlaceTests {
  @Test func everyPlaceIsTheOneOfTheSlowScanner() throws {
    let texts = [
      ManifestExample.shop,
      "[1, [], {}, {\"a\\u0041\": [null , true]},\n \"ü\\\"\\\\\", -1e3 , [[[\"x\"]]]]",
      "  {\"ü\": {\"é\": [ 1,\r\n2 ]}, \"\\\"q\": 5}\n", "7", "\"s\"",
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      var document = Document()
      try document.parse(bytes)
      let index = PlaceIndex(bytes, document)
      for pointer in pointers(document, document.root, JSONPointer()) {
        for name in [false, true] {
          guard let slow = SourcePlace.lineColumn(of: pointer, in: bytes, name: name) else {
            continue
          }
          let node = document.at(document.root, pointer)
          let fast = index.place(try #require(node), name: name)
          #expect(fast == Place(line: slow.line, column: slow.column), "\(pointer)")
        }
      }
    }
  }

  @Test func aLargeManifestIsReadInTimeThatGrowsWithItsSize() {
    let links = (0..<4000).map { "\"/a\($0)/b\"" }.joined(separator: ",")
    let text = #"{"app":"t","root":"A","screens":{"A":{"links":["# + links + "]}}}"
    let (manifest, problems) = ManifestLoader.load(path: "t.json", bytes: Array(text.utf8))
    #expect(problems.isEmpty)
    #expect(manifest?.screens.first?.links.count == 4000)
  }

  private func pointers(
    _ document: borrowing Document, _ node: Node, _ at: JSONPointer
  ) -> [JSONPointer] {
    var found = [at]
    var names: [Text] = []
    document.members(node) { name, _ in names.append(name.text) }
    for name in names {
      guard let value = document.member(node, name) else { continue }
      found += pointers(document, value, at.appending(name))
    }
    for (index, value) in document.nodes(node).enumerated() {
      found += pointers(document, value, at.appending(index))
    }
    return found
  }
}
