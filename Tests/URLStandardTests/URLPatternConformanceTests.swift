import Testing
import URLStandard

/// The URL Pattern Standard's own suites (web-platform-tests, `urlpattern/resources`).
@Suite struct URLPatternConformanceTests {
  /// Cases that need what only a JavaScript engine has, by their number, with that feature.
  static let exceptions: [Int: String] = [:]

  @Test func `every case of urlpatterntestdata passes but for the named exceptions`() throws {
    guard let cases = try StandardData.load("urlpattern/urlpatterntestdata.json") else { return }
    var passed = 0
    for (number, entry) in cases.enumerated() {
      guard let entry = entry as? [String: Any] else { continue }
      let differences = PatternCase(entry).differences
      if differences.isEmpty { passed += 1 } else { print("urlpattern \(number): \(differences)") }
      let isKnown = Self.exceptions[number] != nil
      #expect(differences.isEmpty || isKnown, "case \(number): \(entry)")
    }
    print("urlpattern: \(passed) of \(cases.count)")
    #expect(passed >= 363 && cases.count == 369)
  }

  @Test func `components compare as expected, both ways round`() throws {
    let path = "urlpattern/urlpattern-compare-test-data.json"
    guard let cases = try StandardData.load(path) else { return }
    for case let entry as [String: Any] in cases {
      let component = try #require(
        URLPattern.Component(rawValue: entry["component"] as? String ?? ""))
      let left = try PatternCase.pattern([entry["left"] as Any])
      let right = try PatternCase.pattern([entry["right"] as Any])
      let expected = entry["expected"] as? Int ?? 2
      #expect(URLPattern.compare(component, left, right) == expected, "\(entry)")
      #expect(URLPattern.compare(component, right, left) == -expected, "\(entry)")
      #expect(URLPattern.compare(component, left, left) == 0)
    }
    print("urlpattern compare: \(cases.count)")
    #expect(cases.count == 25)
  }

  @Test func `components are generated as expected`() throws {
    let path = "urlpattern/urlpattern-generate-test-data.json"
    guard let cases = try StandardData.load(path) else { return }
    for case let entry as [String: Any] in cases {
      let pattern = try PatternCase.pattern([entry["pattern"] as Any])
      let component = URLPattern.Component(rawValue: entry["component"] as? String ?? "")
      var groups: [[UInt8]: [UInt8]] = [:]
      for (name, value) in entry["groups"] as? [String: String] ?? [:] {
        groups[Array(name.utf8)] = Array(value.utf8)
      }
      let result = component.flatMap { pattern.generate($0, groups) }
      let text = result.map { String(decoding: $0, as: UTF8.self) }
      #expect(text == entry["expected"] as? String, "\(entry)")
    }
    print("urlpattern generate: \(cases.count)")
    #expect(cases.count == 19)
  }
}
