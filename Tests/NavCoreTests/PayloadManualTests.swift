import Foundation
import JSON
import NavCore
import Testing

/// Holds the tables of `contrib/man/navd-payloads.7.scd` against the code.
@Suite("Payload manual")
struct PayloadManualTests {
  struct Row: Sendable, CustomStringConvertible {
    var dialect: String
    var base: String
    var pointer: String
    var becomes: String
    var remark: String
    var description: String { "\(dialect) \(pointer) → \(becomes)" }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let manual =
    (try? String(
      contentsOf: root.appending(path: "contrib/man/navd-payloads.7.scd"), encoding: .utf8))
    ?? ""

  static let rows: [Row] = {
    var rows: [Row] = []
    var row = Row(dialect: "", base: "", pointer: "", becomes: "", remark: "")
    var cells = 0
    for line in manual.replacingOccurrences(of: "\\", with: "").split(separator: "\n") {
      if line.hasPrefix("## ") {
        row.dialect = String(line.dropFirst(3))
      } else if line.hasPrefix("{") {
        row.base = String(line)
      } else if line.hasPrefix("|  ") {
        row.pointer = String(line.dropFirst(3))
        cells = 1
      } else if line.hasPrefix(":"), cells == 1 {
        row.becomes = String(line.dropFirst(3))
        cells = 2
      } else if line.hasPrefix(":"), cells == 2 {
        row.remark = String(line.dropFirst(3))
        rows.append(row)
        cells = 0
      }
    }
    return rows
  }()

  @Test("Every dialect has its section, and the section's least payload is of that dialect")
  func sections() throws {
    #expect(Set(Self.rows.map(\.dialect)) == Set(Dialect.allCases.map(\.rawValue)))
    for row in Self.rows { #expect(try Self.read(row.base).dialect.rawValue == row.dialect) }
    for dialect in Dialect.allCases { #expect("\(dialect.word)" == dialect.rawValue) }
  }

  @Test(
    "Where the markers of two dialects meet, the one whose section comes first claims the payload")
  func order() throws {
    var sections: [Row] = []
    for row in Self.rows where sections.last?.dialect != row.dialect { sections.append(row) }
    #expect(sections.count == Dialect.allCases.count)
    for (index, first) in sections.enumerated() {
      for second in sections[(index + 1)...] {
        guard let both = try Self.merged(second.base, first.base) else { continue }
        #expect(try Self.read(both).dialect.rawValue == first.dialect, "\(both)")
      }
    }
  }

  /// An object with the members of both; nil where a member of one is another in the other.
  private static func merged(_ one: String, _ other: String) throws -> String? {
    guard
      var members = try JSONSerialization.jsonObject(with: Data(one.utf8)) as? [String: NSObject],
      let others = try JSONSerialization.jsonObject(with: Data(other.utf8)) as? [String: NSObject]
    else { return nil }
    for (name, value) in others {
      if let old = members[name], old != value { return nil }
      members[name] = value
    }
    return text(members)
  }

  @Test("A member becomes what its row says", arguments: rows)
  func becomes(_ row: Row) throws {
    for sample in Self.samples(row) {
      let payload = try Self.payload(row, sample)
      let found = try Self.read(payload)
      #expect(found.dialect.rawValue == row.dialect, "\(payload)")
      #expect(try Self.holds(row, found), "\(payload)")
    }
  }

  @Test("Every name that a dialect's file has is in the manual")
  func names() throws {
    let text = Self.manual.replacingOccurrences(of: "\\", with: "")
    let folder = Self.root.appending(path: "Sources/NavCore/Payload")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    for file in files where file.hasSuffix("Form.swift") {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for line in source.split(separator: "\n") where line.contains("json.") {
        for match in line.matches(of: /, "([A-Za-z_.:-]+)"\)/) where !text.contains(match.1) {
          Issue.record("\(file) reads '\(match.1)', which the manual does not have")
        }
      }
    }
  }

  @Test("Every name that navd knows is in the manual")
  func knownNames() throws {
    let text = Self.manual.replacingOccurrences(of: "\\", with: "")
    let file = Self.root.appending(path: "Sources/NavCore/Payload/PayloadName+Reading.swift")
    for match in try String(contentsOf: file, encoding: .utf8).matches(of: /name.is\("(.*?)"\)/)
    where !text.contains(match.1) {
      Issue.record("navd knows '\(match.1)', which the manual does not have")
    }
  }

  private static func samples(_ row: Row) -> [Any] {
    let data: [String: Any] = ["className": "v1", "k": 1]
    switch row.becomes {
    case "data" where row.remark.hasPrefix("only JSON text"): return [text(data)]
    case "data" where row.remark.contains("JSON text"): return [data, text(data)]
    case "data": return [data]
    case "buttons" where row.remark.hasPrefix("key, label"): return [["b1", "T"]]
    case "buttons":
      var button = ["action": row.dialect == "ntfy" ? "view" : "b1"]
      for name in ["id", "i"] { button[name] = "b1" }
      for name in ["title", "text", "n", "label"] { button[name] = "T" }
      for name in ["link", "navigate", "url", "uri", "u", "target"] { button[name] = "app://x" }
      return [[button]]
    case "ttl": return [60, "60"]
    case "sent", "expires": return [1_764_460_800]
    case "silent": return [1, true]
    case "calls": return [["v1"], "v1", ["name": "v1"]]
    case "fields" where row.pointer.hasPrefix("/p"): return [["k": "v1"], text(["k": "v1"])]
    default: return ["v1"]
    }
  }

  private static func holds(_ row: Row, _ found: Delivery) throws -> Bool {
    switch row.becomes {
    case "title": return found.title == "v1"
    case "body": return found.body == "v1"
    case "image": return found.image == "v1"
    case "link": return found.link == "v1"
    case "screen": return found.screen == "v1"
    case "id": return found.messageID == "v1"
    case "collapse": return found.collapseKey == "v1"
    case "token": return found.activationToken == "v1"
    case "tapped": return found.tapped && found.action == "v1"
    case "calls": return found.calls == ["v1"]
    case "buttons": return found.buttons.map(\.id) == ["b1"] && found.buttons.first?.title == "T"
    case "ttl": return found.timeToLive == 60_000
    case "sent": return found.sentAt == 1_764_460_800 || found.sentAt == 1_764_460_800_000
    case "expires": return found.expiresAt == 1_764_460_800_000
    case "silent": return found.isSilent
    case "fields": return found.fields.contains { $0.value == "\"v1\"" }
    case "data": return try read(row.base).screen == "v0" || hasData(found)
    case "-": return try found.renderedPlainly == read(row.base).renderedPlainly
    default: return false
    }
  }

  private static func hasData(_ found: Delivery) -> Bool {
    found.screen == "v1" && found.items.value(named: "k") == "1" && found.hasData
  }

  private static func text(_ object: Any) -> String {
    let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  private static func payload(_ row: Row, _ sample: Any) throws -> String {
    let base = try JSONSerialization.jsonObject(with: Data(row.base.utf8))
    let path = row.pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    return text(setting(sample, at: path[...].map { $0 == "*" ? "k" : String($0) }, in: base))
  }

  private static func setting(_ sample: Any, at path: [String], in value: Any) -> Any {
    guard let name = path.first else { return sample }
    var object = value as? [String: Any] ?? [:]
    object[name] = setting(sample, at: Array(path.dropFirst()), in: object[name] ?? [:])
    return object
  }

  private static func read(_ payload: String) throws -> Delivery {
    var document = Document()
    try document.parse(Array(payload.utf8))
    return try PayloadReader.read(document, document.root)
  }
}
