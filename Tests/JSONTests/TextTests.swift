import JSON
import TestSupport
import Testing

@Suite struct TextTests {
  private func quoted(_ bytes: [UInt8]) -> String {
    var out = Bytes()
    out.append(quoted: Text(bytes))
    return out.text.string
  }

  @Test(
    "strings are escaped where JSON and JavaScript need it, and nowhere else",
    arguments: [
      ("", "\"\""), ("plain/text", "\"plain/text\""), ("a\"b\\c", #""a\"b\\c""#),
      ("\u{8}\u{c}\n\r\t", #""\b\f\n\r\t""#),
      ("\u{0}\u{b}\u{1f}\u{7f}", "\"\\u0000\\u000b\\u001f\u{7f}\""),
      ("\u{2028}x\u{2029}", #""\u2028x\u2029""#),
      ("\u{2027}\u{202a}é漢😀", "\"\u{2027}\u{202a}é漢😀\""),
      ("0123456\"89abcdef", #""0123456\"89abcdef""#),
    ])
  func escapes(_ text: String, _ expected: String) {
    #expect(quoted(Array(text.utf8)) == expected)
  }

  @Test(
    "bytes that are not UTF-8 become U+FFFD as String repairs them",
    arguments: [
      [0x80], [0xc3], [0xc0, 0xaf], [0xe2, 0x80, 0x41], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98],
      [0x41, 0xf4, 0x90, 0x80, 0x80, 0x42], [0xff, 0xfe, 0x61],
    ] as [[UInt8]])
  func repairs(_ bytes: [UInt8]) {
    #expect(quoted(bytes) == "\"\(String(decoding: bytes, as: UTF8.self))\"")
    #expect(Text(bytes).string == String(decoding: bytes, as: UTF8.self))
  }

  @Test func `any text comes back from its JSON string`() throws {
    var random = SplitMix(seed: 11)
    let alphabet: [Unicode.Scalar] = [
      "a", "b", "\"", "\\", "\n", "\u{0}", "é", "\u{2028}", "😀", "/",
    ]
    for _ in 0..<2000 {
      var string = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        string.append(alphabet.randomElement(using: &random) ?? "a")
      }
      let text = Text(String(string))
      var out = Bytes()
      out.append(quoted: text)
      var document = Document()
      try document.parse(out, 0..<out.count)
      #expect(document.text(document.root) == text)
      #expect(document.isText(document.root, text) == true)
      #expect(document.hash(document.root) == text.hash)
      #expect(document.encoded(document.root) == out.text)
    }
  }

  @Test func `texts compare, order and hash as bytes`() {
    #expect(Text("caf\u{e9}") != Text("cafe\u{301}"))
    #expect(Text("a") < Text("b"))
    #expect(Text("a") < Text("aa"))
    #expect(Text("z") < Text("é"))
    #expect(Text([0xff]).bytes == [0xff])
    #expect(Set<Text>(["a", "a", "b"]).count == 2)
    #expect(Text("select_tab").is("select_tab"))
    #expect(!Text("select_tab").is("select_tag"))
  }

  @Test("texts of every length are what they were made of", arguments: 0...40)
  func lengths(_ length: Int) {
    let bytes = (0..<length).map { UInt8($0 * 37 & 255) }
    let text = Text(bytes)
    #expect(text.bytes == bytes && text.count == length && text.isEmpty == (length == 0))
    #expect(text == bytes.span.withUnsafeBufferPointer { Text(Array($0)) })
    #expect(text == Text(copying: bytes.span) && text.hash == Text(copying: bytes.span).hash)
    #expect(text.withSpan { span in span.indices.map { span[$0] } } == bytes)
    #expect(text < Text(bytes + [0]) && text != Text(bytes + [0]))
    var out = Bytes()
    out.append(text)
    #expect(out.text == text && bytes.span.isEqual(to: text))
  }

  @Test("names of every length compare with literals and texts", arguments: 0...40)
  func names(_ length: Int) throws {
    let name = String("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH".prefix(length))
    let json = try document("{\"\(name)\":1}")
    #expect(json.member(json.root, Text(name)) != nil)
    for place in 0..<length {
      var other = Array(name.utf8)
      other[place] ^= 1
      #expect(json.member(json.root, Text(other)) == nil)
    }
    json.members(json.root) { candidate, _ in
      #expect(candidate.text == Text(name))
      #expect(candidate.hash == Text(name).hash)
      #expect(candidate.is("abcdefghijk") == (length == 11))
    }
  }
}
