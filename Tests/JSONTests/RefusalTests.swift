import JSON
import TestSupport
import Testing

@Suite struct RefusalTests {
  struct Row: Decodable, CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var reason: String
    var offset: Int
    var testDescription: String { name }
  }

  @Test(
    "refusals name their byte", arguments: try Conformance.cases("json/refusals.json", of: Row.self)
  )
  func refusal(_ row: Row) {
    guard case .refused(let reason, let offset) = outcome(row.text) else {
      Issue.record("it was read")
      return
    }
    #expect("\(reason)" == row.reason)
    #expect(offset == row.offset)
  }

  @Test(
    "bytes that are not UTF-8 are refused where they begin",
    arguments: [
      [0x80], [0xc0, 0xaf], [0xc3], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xff], [0xe2, 0x80],
    ] as [[UInt8]])
  func invalid(_ bytes: [UInt8]) {
    #expect(outcome([0x5b, 0x22, 0x61] + bytes + [0x22, 0x5d]) == .refused(.notUTF8, offset: 3))
  }

  @Test("nesting up to the limit is read", arguments: [1, 2, 31, 32, 33, 100, 1024], ["[", "{"])
  func depth(_ limit: Int, _ open: String) {
    func nested(_ levels: Int, _ core: String) -> [UInt8] {
      let (before, after) = open == "[" ? ("[", "]") : (#"{"a":"#, "}")
      let text =
        String(repeating: before, count: levels) + core + String(repeating: after, count: levels)
      return Array(text.utf8)
    }
    for core in open == "[" ? ["", "1", "[]"] : ["1", "{}", "[]"] {
      let levels = limit - (core == "[]" || core == "{}" ? 1 : 0)
      #expect(outcome(nested(levels, core), maximumDepth: limit).isRead, "\(core)")
      guard limit < 1024 else { continue }
      let deep = outcome(nested(levels + 1, core), maximumDepth: limit)
      #expect(deep == .refused(.tooDeep, offset: limit * (open == "[" ? 1 : 5)), "\(core)")
    }
  }

  @Test func `a refused text leaves null behind and the document can be used again`() throws {
    var document = try document(#"{"a":[1]}"#)
    #expect(throws: JSONError.self) { try document.parse(Array("[1".utf8)) }
    #expect(document.kind(document.root) == .null)
    try document.parse(Array("[2]".utf8))
    #expect(document.encoded(document.root) == "[2]")
  }
}

extension Outcome {
  /// Whether the text was read.
  var isRead: Bool { if case .read = self { true } else { false } }
}
