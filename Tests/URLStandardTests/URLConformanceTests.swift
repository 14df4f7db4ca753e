import Testing
import URLStandard

/// The URL Standard's own suites (web-platform-tests, `url/resources`).
@Suite struct URLConformanceTests {
  @Test func `every case of urltestdata passes`() throws {
    guard let cases = try StandardData.load("url/urltestdata.json") else { return }
    var count = 0
    var passed = 0
    for case let object as [String: Any] in cases {
      guard let input = object["input"] as? String else { continue }
      count += 1
      let differences = compare(input, object["base"] as? String, object)
      if differences.isEmpty { passed += 1 }
      #expect(differences.isEmpty, "\(input) against \(object["base"] ?? "no base")")
    }
    print("urltestdata: \(passed) of \(count)")
    #expect(passed == count && count > 800)
  }

  /// The components in which the result differs from what the standard expects.
  private func compare(_ input: String, _ base: String?, _ expected: [String: Any]) -> [String] {
    let fails = expected["failure"] as? Bool ?? false
    let url: URLRecord
    do {
      let baseURL = try base.map { try URLRecord(parsing: $0) }
      url = try URLRecord(parsing: input, base: baseURL)
    } catch {
      return fails ? [] : ["\(error)"]
    }
    if fails { return ["did not fail: \(url.href)"] }
    let actual = [
      "href": url.href, "origin": url.origin, "protocol": url.protocol, "username": url.username,
      "password": url.password, "host": url.host, "hostname": url.hostname, "port": url.port,
      "pathname": url.pathname, "search": url.search, "hash": url.hash,
    ]
    var differences: [String] = []
    for (name, value) in actual {
      if let wanted = expected[name] as? String, wanted != value {
        differences.append("\(name): \(value) instead of \(wanted)")
      }
    }
    if let again = try? URLRecord(parsing: url.bytes) {
      if again != url || again.pathRange != url.pathRange || again.hostRange != url.hostRange {
        differences.append("not idempotent: \(again.href)")
      }
    } else {
      differences.append("not idempotent: fails")
    }
    return differences
  }

  /// What differs for a cause in ICU's older Unicode version, not in this code.
  static let knownDomains = [
    "look\u{180E}out.net": "U+180E is disallowed in UTS 46 of Unicode 15, ignored since 16",
    "look\u{206B}out.net": "U+206B is disallowed in UTS 46 of Unicode 15, ignored since 16",
    "\u{4C0}.com": "U+04C0 is disallowed in UTS 46 of Unicode 15, mapped since 16",
    "\u{2F868}.com": "U+2F868 is disallowed in UTS 46 of Unicode 15, mapped since 16",
    "\u{2183}.com": "U+2183 is disallowed in UTS 46 of Unicode 15, mapped since 16",
    "\u{1E9E}.com": "U+1E9E is mapped to ss in UTS 46 of Unicode 15, to U+00DF since 15.1",
    "\u{1E9E}.foo.com": "U+1E9E is mapped to ss in UTS 46 of Unicode 15, to U+00DF since 15.1",
  ]

  @Test func `domains become ASCII as the standard says, but for those of a newer Unicode`() throws
  {
    guard let cases = try StandardData.load("url/toascii.json") else { return }
    var count = 0
    var different: [String] = []
    for case let object as [String: Any] in cases {
      guard let input = object["input"] as? String else { continue }
      count += 1
      let url = try? URLRecord(parsing: "https://\(input)/x")
      let expected = object["output"] as? String
      if url?.hostname != expected {
        different.append(input)
        let scalars = input.unicodeScalars.filter { !$0.isASCII }
          .map { String($0.value, radix: 16) }.joined(separator: " ")
        print(
          "toascii: \(input) (\(scalars)) is \(url?.hostname ?? "refused"), not",
          expected ?? "refused", "-", Self.knownDomains[input] ?? "unknown cause")
      }
      #expect(url == nil || url?.pathname == "/x")
    }
    print("toascii: \(count - different.count) of \(count)")
    #expect(different.count <= 7 && count > 80)
    #expect(different.allSatisfy { Self.knownDomains[$0] != nil })
  }

  @Test func `queries and fragments are percent-encoded as UTF-8`() throws {
    guard let cases = try StandardData.load("url/percent-encoding.json") else { return }
    var count = 0
    for case let object as [String: Any] in cases {
      guard let input = object["input"] as? String,
        let output = (object["output"] as? [String: String])?["utf-8"]
      else { continue }
      count += 1
      let url = try URLRecord(parsing: "https://doesnotmatter.invalid/?\(input)#\(input)")
      #expect(url.search == "?\(output)")
      #expect(url.hash == "#\(output)")
    }
    print("percent-encoding (utf-8): \(count)")
    #expect(count > 5)
  }
}
