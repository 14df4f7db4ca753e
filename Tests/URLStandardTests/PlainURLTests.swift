import Testing

@testable import URLStandard

/// What is taken as it is, is what the standard's way makes of it.
@Suite struct PlainURLTests {
  static let parts: [(PlainParts, PercentEncodeSet, String)] = [
    (.segment, .path, "/\\"), (.query, .query, "\\"), (.specialQuery, .specialQuery, "\\"),
    (.fragment, .fragment, "\\"),
  ]

  @Test(arguments: 0..<256)
  func `a part holds a byte that is not encoded there`(_ value: Int) {
    let byte = UInt8(value)
    func holds(_ part: PlainParts) -> Bool { PlainParts.end(part, [byte].span, 0) == 1 }
    for (part, set, ends) in Self.parts {
      #expect(holds(part) == (!set.contains(byte) && !ends.utf8.contains(byte)))
    }
    let isLabel = byte.isASCIIDigit || "-._".utf8.contains(byte)
    #expect(holds(.host) == (isLabel || byte.isASCIIAlpha))
    #expect(holds(.specialHost) == (isLabel || byte.isASCIIAlpha && !byte.isASCIIUpper))
  }

  @Test func `a space in front changes nothing but the way that is gone`() {
    var random = SplitMix(state: 11)
    var plain = 0
    let starts = [
      "http://example.com/", "https://a.b_c/", "app://H/a/", "https://x/a?", "app://x/#",
    ]
    for _ in 0..<2000 {
      var input = Array(starts[random.next(starts.count)].utf8)
      for _ in 0..<random.next(4) {
        input += RandomInputTests.pieces[random.next(RandomInputTests.pieces.count)].utf8
      }
      guard PlainURL(input.span) != nil else { continue }
      plain += 1
      let url = try? URLRecord(parsing: input)
      #expect(url?.bytes == input)
      #expect(url == (try? URLRecord(parsing: [0x20] + input)))
    }
    #expect(plain > 100)
  }

  @Test(arguments: [
    ("https://shop.example.com/i/1.jpg", true), ("http://a_b/x?y='z", false),
    ("https://a/?b=\\", false), ("https://a/#\\", false), ("https://a/b\\c", false),
    ("https://a/?b=%22#c", true), ("app://a/b", false), ("https://a/./b", false),
    ("https://a/é", false), ("https://A/b", false), ("https://a/?\"", false),
  ])
  func `a plain web URL needs no escapes`(_ url: String, _ isPlain: Bool) {
    #expect(URLRecord.isPlainWeb(Array(url.utf8).span) == isPlain)
  }
}
