import Testing

@testable import URLStandard

/// Laws over inputs made of what the parsers look at.
@Suite struct RandomInputTests {
  static let pieces = [
    "http", "https", "file", "app", "blob", "ws", ":", "/", "//", "\\", "?", "#", "@", ".", "..",
    "%2e", "%2E%2e", "%", "%zz", "a", "C:", "c|", "localhost", "example.com", "[::1]", "[", "]",
    "127.0.0.1", "0x7f.1", "1.2.3.4.5", "256", ":80", ":443", ":0", ":65536", "é", "xn--zca", "ß",
    "\u{AD}", "💩", " ", "\t", "\n", "\u{0}", "'", "\"", "<", "|", "^", "`", "{", "}", "&", "=", "+",
    "::", "1:2:3:4:5:6:7:8", "1.2.3.4", "ffff", "./", "/.", "//..//", "\u{FFFD}", "\u{FFFF}",
  ]

  static func input(_ random: inout SplitMix) -> [UInt8] {
    let starts = ["", "", "http://", "https:", "file:", "file://", "app:", "app://", "app:/"]
    var out = Array(starts[random.next(starts.count)].utf8)
    for _ in 0...random.next(9) { out += Array(pieces[random.next(pieces.count)].utf8) }
    if random.next(20) == 0 { out.append(UInt8(random.next(256))) }
    return out
  }

  @Test func `parsing a serialization gives the same URL`() throws {
    var random = SplitMix(state: 3)
    var parsed = 0
    var base: URLRecord?
    for _ in 0..<10_000 {
      let input = Self.input(&random)
      let url = try? URLRecord(parsing: input, base: base)
      let errors = URLRecord.validationErrors(parsing: input, base: base)
      let length = String(decoding: input, as: UTF8.self).utf8.count
      #expect(errors.allSatisfy { $0.offset >= 0 && $0.offset <= length })
      guard let url else {
        #expect(!errors.isEmpty)
        continue
      }
      parsed += 1
      let again = try URLRecord(parsing: url.bytes)
      #expect(again == url, "\(String(decoding: input, as: UTF8.self)) against \(base?.href ?? "")")
      #expect(again.hostRange == url.hostRange && again.pathRange == url.pathRange)
      #expect(again.usernameRange == url.usernameRange && again.passwordRange == url.passwordRange)
      #expect(again.queryRange == url.queryRange && again.portNumber == url.portNumber)
      #expect(again.hasHost == url.hasHost && again.hasOpaquePath == url.hasOpaquePath)
      #expect(url.bytes.allSatisfy { $0 < 0x80 })
      _ = url.origin + url.host + url.search + url.hash
      base = random.next(3) == 0 ? nil : url
    }
    #expect(parsed > 2000)
  }

  @Test func `no pattern and no input traps`() {
    var random = SplitMix(state: 5)
    let syntax = [
      ":x", "*", "(", ")", "{", "}", "?", "+", "\\", "(a+)", "([a-z])", "(?:", "[", "|",
    ]
    var compiled = 0
    for _ in 0..<3_000 {
      var text = Self.input(&random)
      for _ in 0...random.next(4) {
        let place = random.next(text.count + 1)
        text.insert(contentsOf: Array(syntax[random.next(syntax.count)].utf8), at: place)
      }
      let pattern = try? URLPattern(text, base: random.next(2) == 0 ? nil : Array("app://h/a".utf8))
      _ = try? PatternComponent.hostname(text)
      _ = try? PatternExpression(text)
      guard let pattern else { continue }
      compiled += 1
      _ = try? pattern.test(Self.input(&random))
      _ = pattern.generate(.pathname, [Array("x".utf8): Array("y".utf8)])
    }
    #expect(compiled > 100)
  }
}
