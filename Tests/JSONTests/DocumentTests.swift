import TestSupport
import Testing

@testable import JSON

@Suite struct DocumentTests {
  @Test func `a new document is null`() {
    let json = Document()
    #expect(json.kind(json.root) == .null)
    #expect(json.encoded(json.root) == "null")
  }

  @Test func `members and elements come in the text's order`() throws {
    let json = try document(#"{"b":[1,{"x":null},[]],"a":true,"":"é"}"#)
    var names: [Text] = []
    json.members(json.root) { name, _ in names.append(name.text) }
    #expect(names == ["b", "a", ""])
    #expect(json.count(json.root) == 3)
    let list = try #require(json.member(json.root, "b") as Node?)
    #expect(json.count(list) == 3)
    var kinds: [Document.Kind] = []
    json.elements(list) { kinds.append(json.kind($0)) }
    #expect(kinds == [.integer, .object, .array])
    #expect(json.member(list, "b") == nil)
    #expect(json.member(json.root, "c") == nil)
    let yes = try #require(json.member(json.root, "a") as Node?)
    #expect(json.bool(yes) == true)
    #expect(json.text(yes) == nil)
    #expect(json.count(yes) == 0)
    let text = try #require(json.member(json.root, Text("")) as Node?)
    #expect(json.withText(text) { $0.count } == 2)
    #expect(json.isText(text, "é") == true)
  }

  @Test func `walks stop at what the closure throws`() throws {
    struct Stop: Error {}
    let json = try document("[1,2,3]")
    var seen = 0
    #expect(throws: Stop.self) {
      try json.elements(json.root) { _ in
        seen += 1
        if seen == 2 { throw Stop() }
      }
    }
    #expect(seen == 2)
  }

  @Test(
    "canonical JSON has no spaces",
    arguments: [
      (" { \"a\" : [ 1 , 2.50 , { } ] , \"b\" : \"\\u0041\\/\" } ", #"{"a":[1,2.5,{}],"b":"A/"}"#),
      ("\t[\r\n]\n", "[]"), ("\"\\u2028\"", "\"\\u2028\""), ("\"\u{2028}\"", "\"\\u2028\""),
    ])
  func canonical(_ text: String, _ expected: String) {
    #expect(outcome(text) == .read(canonical: expected))
    #expect(outcome(expected) == .read(canonical: expected))
  }

  @Test func `random values are written and read again the same`() throws {
    var random = SplitMix(seed: 23)
    var document = Document()
    for _ in 0..<1000 {
      var text = ""
      Self.value(depth: 0, &random, into: &text)
      try document.parse(Array(text.utf8))
      let canonical = document.encoded(document.root)
      try document.parse(canonical.bytes)
      #expect(document.encoded(document.root) == canonical)
    }
  }

  @Test func `damaged texts are refused or read, and the two readers agree`() {
    var random = SplitMix(seed: 29)
    let good = Array(
      #"{"a":[1,-2.5e3,"x\u00e9\n😀"],"b":{"c":null,"d":true},"e":18446744073709551615}"#.utf8)
    for _ in 0..<20_000 {
      var text = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: text[at] = UInt8.random(in: 0...255, using: &random)
        case 1: text.remove(at: at)
        default: text.insert(good.randomElement(using: &random) ?? 0, at: at)
        }
      }
      switch outcome(text) {
      case .refused(let reason, _): #expect(reason != .tooLarge, "\(Text(text))")
      case .read(let canonical):
        var scanner = SourceScanner(text, maximumDepth: 32)
        #expect(throws: Never.self, "\(Text(text))") { try scanner.check() }
        #expect(outcome(canonical) == .read(canonical: canonical))
      }
    }
  }

  private static func value(depth: Int, _ random: inout SplitMix, into text: inout String) {
    switch Int.random(in: 0...(depth < 5 ? 7 : 5), using: &random) {
    case 0: text += "null"
    case 1: text += "true"
    case 2: text += "\(Int64(bitPattern: random.next()))"
    case 3: text += "\(random.next())"
    case 4: text += "\(Double.random(in: -1e9...1e9, using: &random))"
    case 5: text += "\"s\\u00e9\\\\\(random.next() % 10)\""
    case 6: list("[", "]", depth, &random, into: &text) { _ in "" }
    default: list("{", "}", depth, &random, into: &text) { "\"k\($0)\": " }
    }
  }

  private static func list(
    _ open: String, _ close: String, _ depth: Int, _ random: inout SplitMix,
    into text: inout String, _ label: (Int) -> String
  ) {
    text += open
    for index in 0..<Int.random(in: 0...4, using: &random) {
      text += (index > 0 ? ", " : "") + label(index)
      value(depth: depth + 1, &random, into: &text)
    }
    text += close
  }
}
