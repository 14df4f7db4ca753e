import Foundation
import TestSupport
import Testing

@testable import navd

/// Each line of the table gets its answer, nothing of it comes back raw, and the next request is served.
@MainActor
@Suite(.serialized)
struct MalformedLineTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var line: String?
    /// A line that is no UTF-8, in hexadecimal.
    var bytes: String?
    var code: Int?
    var kind: String?
    /// Whether there is no answer, as there is none to a notification.
    var silent: Bool?
    var testDescription: String { name }

    var input: [UInt8] {
      guard let bytes else { return Array((line ?? "").utf8) }
      return stride(from: 0, to: bytes.count, by: 2).compactMap {
        UInt8(bytes.dropFirst($0).prefix(2), radix: 16)
      }
    }
  }

  @Test func `The table has what it should`() throws {
    #expect(try Conformance.cases("wire/malformed.json", of: Row.self).count >= 60)
  }

  @Test func `Every line is refused as the table says, and the next one is served`() throws {
    let navd = try DaemonInProcess()
    let client = try navd.connect()
    for row in try Conformance.cases("wire/malformed.json", of: Row.self) {
      try client.send(bytes: row.input + [0x0A])
      try client.send("{\"jsonrpc\":\"2.0\",\"id\":\"next\",\"method\":\"ping\"}\n")
      var lines = try client.lines()
      #expect(
        lines.popLast() == "{\"jsonrpc\":\"2.0\",\"id\":\"next\",\"result\":{}}", "\(row.name)")
      guard row.silent != true else {
        #expect(lines.isEmpty, "\(row.name): \(lines)")
        continue
      }
      #expect(lines.count == 1, "\(row.name): \(lines)")
      let answer = lines.first ?? ""
      #expect(answer.contains("\"code\":\(row.code ?? 0),"), "\(row.name): \(answer)")
      #expect(answer.contains("\"kind\":\"\(row.kind ?? "")\""), "\(row.name): \(answer)")
      #expect(!answer.contains("\u{FFFD}"), "\(row.name): \(answer)")
      #expect(answer.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(row.name): \(answer)")
    }
  }

  @Test func `Line separators come back escaped, and mean what they were`() throws {
    let navd = try DaemonInProcess()
    let client = try navd.connect()
    let text = "a\u{2028}b\u{2029}c\u{85}d"
    try client.send("{\"screen\":\"Item\",\"params\":{\"id\":\"\(text)\\u0000\"}}\n")
    let lines = try client.lines()
    #expect(lines.count == 1)
    let answer = try #require(lines.first)
    #expect(
      !answer.unicodeScalars.contains("\u{2028}") && !answer.unicodeScalars.contains("\u{2029}"))
    let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
    #expect((object?["params"] as? [String: Any])?["id"] as? String == text + "\u{0}")
  }
}
