import JSON
import Testing

/// Strings are written sixteen bytes at a time: every length and every place of what is special.
@Suite struct QuotedTests {
  @Test(
    "what is special is escaped wherever it stands",
    arguments: [
      "\"", "\\", "\n", "\u{0}", "\u{1f}", "\u{7f}", "é", "漢", "😀", "\u{2028}", "\u{2027}", "â",
    ])
  func everyPlace(_ special: String) throws {
    for length in 0..<36 {
      for place in 0...length {
        let plain = String(repeating: "x", count: length - place)
        let text = String(repeating: "a", count: place) + special + plain
        var out = Bytes()
        out.append(quoted: Text(text))
        #expect(out.text.string == Self.quoted(text))
        var document = Document()
        try document.parse(out.text.bytes)
        #expect(document.text(document.root) == Text(text))
        #expect(document.encoded(document.root) == out.text)
        let isSame = out.text == Text("\"\(text)\"")
        let isPlain = Text(text).withSpan { $0.isPlain }
        #expect(isPlain == isSame || (isSame && special.utf8.first == 0xE2))
      }
    }
  }

  @Test func `members and words are appended as they stand`() {
    var out = Bytes()
    for text in ["", "x", "a text of more than sixteen bytes", "\""] as [Text] {
      out.removeAll()
      text.withSpan { span in
        out.append(member: span, span)
        out.append(member: span, plain: span)
      }
      let text = text.string
      #expect(out.text.string == ",\"\(text)\":\(text),\"\(text)\":\"\(text)\"")
    }
    out.removeAll()
    for _ in 0..<100 {
      out.append(quotedPlain: "")
      out.append(quotedPlain: "a word")
    }
    #expect(out.text.string == String(repeating: "\"\"\"a word\"", count: 100))
  }

  @Test func `nothing before or after a string is touched`() {
    for length in 0..<40 {
      var out = Bytes()
      out.append("<")
      out.append(quoted: Text(String(repeating: "y", count: length)))
      out.append(">")
      #expect(out.text.string == "<\"\(String(repeating: "y", count: length))\">")
    }
  }

  @Test func `words and copies of what is held are appended`() {
    var out = Bytes()
    out.append(word: 0x0102_0304_0506_0708)
    out.append("abcdef")
    out.append(copying: 9..<12)
    out.replace(word: 7, at: 0)
    #expect(out.word(at: 0) == 7)
    #expect(out.withSpan { $0.word(at: 0) } == 7)
    #expect(out.text(8..<out.count) == "abcdefbcd")
    for _ in 0..<200 { out.append(copying: 8..<14) }
    #expect(out.count == 8 + 9 + 1200)
  }

  @Test func `members are found by what they are, names by how they begin`() throws {
    var document = Document()
    try document.parse(Array(#"{"":0,"gcm.a":null,"gcm.b":2,"long.enough.name":3}"#.utf8))
    let root = document.root
    let found = document.firstMember(root) { name, value in
      name.starts("gcm.") && document.kind(value) != .null
    }
    #expect(found.flatMap { document.integer($0) } == 2)
    #expect(found.flatMap { document.withName(ofMember: $0) { Text(copying: $0) } } == "gcm.b")
    #expect(found.map { Node(rawValue: $0.rawValue) } == found)
    var firsts: [UInt8?] = []
    document.members(root) { name, _ in
      firsts.append(name.first)
      let begins = [name.starts(""), name.starts("long.enough.name")]
      #expect(begins == [true, name.count == 16])
    }
    #expect(firsts == [nil, 0x67, 0x67, 0x6c])
    #expect(document.member(root, "none") == nil && document.member(root, "") != nil)
  }

  /// The same by one character after the other.
  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: out += "\\\""
      case 0x5C: out += "\\\\"
      case 0x0A: out += "\\n"
      case 0..<0x20:
        out += "\\u00" + (scalar.value < 16 ? "0" : "1") + String(scalar.value % 16, radix: 16)
      case 0x2028: out += "\\u2028"
      case 0x2029: out += "\\u2029"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
