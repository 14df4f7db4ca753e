import Testing
import URLStandard

@Suite struct URLRecordTests {
  /// An input, and the errors expected, each as "kind@offset".
  static let errors: [(input: String, expected: [String])] = [
    ("https://example.org/a", []),
    (" https://example.org", ["invalid-URL-unit@0"]),
    ("ht\ntps://example.org/\t", ["invalid-URL-unit@2", "invalid-URL-unit@21"]),
    ("https://example.org/%s", ["invalid-URL-unit@20"]),
    ("https://example.org/>", ["invalid-URL-unit@20"]),
    ("https:example.org", ["special-scheme-missing-following-solidus@6"]),
    ("https://example.org\\a", ["invalid-reverse-solidus@19"]),
    ("https://user@example.org", ["invalid-credentials@12"]),
    ("https://exam%70le.org", ["domain-percent-encoded@12"]),
    ("https://127.0.0x0.1/", ["IPv4-non-decimal-part@8"]),
    ("https://test.42", ["IPv4-too-few-parts@8", "IPv4-non-numeric-part@8"]),
    ("https://[::1", ["IPv6-unclosed@8"]),
    ("https://[::01]", ["IPv6-piece-leading-zero@11"]),
    ("https://[1:2:3!:4]", ["IPv6-invalid-code-point@14"]),
    ("https://example.org:70000", ["port-out-of-range@20"]),
    ("https://example.org:7z", ["port-invalid@21"]),
    ("https://#x", ["host-missing@8"]),
    ("foo://exa[mple.org", ["host-invalid-code-point@9"]),
    ("💩", ["missing-scheme-non-relative-URL@0"]),
    ("file://c:", ["file-invalid-Windows-drive-letter-host@7"]),
  ]

  @Test(arguments: errors)
  func `validation errors carry the byte where they are`(
    row: (input: String, expected: [String])
  ) {
    let found = URLRecord.validationErrors(parsing: Array(row.input.utf8))
    #expect(found.map { "\($0.kind.rawValue)@\($0.offset)" } == row.expected)
  }

  @Test func `a failure names its kind and place`() {
    #expect(throws: URLSyntaxError(.portInvalid, at: 21)) {
      try URLRecord(parsing: "https://example.org:7z")
    }
  }

  @Test func `component ranges lie in the serialization`() throws {
    let url = try URLRecord(parsing: "HTTP://u:p@Example.com:81/a/../b?q#f")
    let parts = [
      url.schemeRange, url.usernameRange, url.passwordRange, url.hostRange, url.portRange,
      url.pathRange, try #require(url.queryRange), try #require(url.fragmentRange),
    ].map { String(decoding: url.bytes[$0], as: UTF8.self) }
    #expect(url.href == "http://u:p@example.com:81/b?q#f")
    #expect(parts == ["http", "u", "p", "example.com", "81", "/b", "q", "f"])
  }

  @Test func `bytes that are not UTF-8 count as U+FFFD`() throws {
    let url = try URLRecord(parsing: Array("https://h/".utf8) + [0xFF, 0x61])
    #expect(url.pathname == "/%EF%BF%BDa")
  }

  @Test func `percent-decoding leaves malformed escapes and turns plus into space on demand`() {
    #expect(PercentCoding.decode(Array("a%20%zz%4%C3%A9+".utf8)) == Array("a %zz%4é+".utf8))
    #expect(PercentCoding.decode(Array("a+b".utf8), plusIsSpace: true) == Array("a b".utf8))
  }

  static let texts: [(bytes: [UInt8], isValid: Bool)] = [
    ([], true), ([0x61], true), ([0xC3, 0xA9], true), ([0xE2, 0x82, 0xAC], true),
    ([0xF0, 0x9F, 0x9A, 0xB2], true), ([0xED, 0x9F, 0xBF], true), ([0xF4, 0x8F, 0xBF, 0xBF], true),
    ([0x80], false), ([0xC0, 0x80], false), ([0xC3], false), ([0xE0, 0x80, 0x80], false),
    ([0xED, 0xA0, 0x80], false), ([0xF4, 0x90, 0x80, 0x80], false), ([0xF5], false),
    ([0xE2, 0x82, 0x41], false),
  ]

  @Test(arguments: texts)
  func `only well-formed UTF-8 is valid`(row: (bytes: [UInt8], isValid: Bool)) {
    #expect(PercentCoding.isUTF8(row.bytes) == row.isValid)
  }

  @Test func `query items keep order, repetition and empty values`() {
    let items = QueryItems.parse(Array("a=1&&b&a=x%26y+z&=v".utf8))
    let texts = items.items.map {
      String(decoding: $0.name, as: UTF8.self) + ":" + String(decoding: $0.value, as: UTF8.self)
    }
    #expect(texts == ["a:1", "b:", "a:x&y z", ":v"])
    #expect(String(decoding: items.serialized, as: UTF8.self) == "a=1&b=&a=x%26y+z&=v")
  }

  @Test func `a domain with thousands of combining marks is refused at once`() {
    let marks = String(repeating: "\u{316}\u{301}", count: 20_000)
    #expect(throws: URLSyntaxError(.domainToASCII, at: 8)) {
      try URLRecord(parsing: "https://a\(marks)/")
    }
  }
}
