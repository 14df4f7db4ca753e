import Foundation
import Testing

@testable import navd

/// What navd logs, against the journal's catalog and the manual.
@MainActor @Suite struct `The log` {
  private static let root = `Programs against the program`.root
  private static let catalog = text("systemd/navd.catalog")

  private static func text(_ path: String) -> String {
    (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }

  /// The entries of the catalog by their ids: the lines after `-- ID`.
  private static let entries: [String: [String]] = {
    var entries: [String: [String]] = [:]
    var id = ""
    for line in catalog.components(separatedBy: "\n") {
      if line.hasPrefix("-- ") {
        id = String(line.dropFirst(3))
        #expect(entries[id] == nil, "\(id) is there twice")
        entries[id] = []
      } else if !id.isEmpty {
        entries[id]?.append(line)
      }
    }
    return entries
  }()

  private static let sources: String = {
    let folder = root.appendingPathComponent("Sources")
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { text("Sources/\($0)") }.joined()
  }()

  @Test func `has an entry of the catalog for each kind, and none beside`() {
    #expect(Set(Self.entries.keys) == Set(LogEvent.allCases.map(\.rawValue)))
    let ids = Self.sources.matches(of: /"[0-9a-f]{32}"/).map {
      String($0.output.dropFirst().dropLast())
    }
    #expect(ids.sorted() == LogEvent.allCases.map(\.rawValue).sorted(), "ids are in LogEvent only")
    #expect(Set(LogEvent.allCases.map(\.name)).count == LogEvent.allCases.count)
  }

  @Test func `has entries that say what is the matter, by fields that are sent`() {
    for (id, lines) in Self.entries {
      #expect(lines.first?.hasPrefix("Subject: ") == true, "\(id)")
      #expect(lines.contains("Defined-By: navd"), "\(id)")
      #expect(lines.contains { $0.hasPrefix("Documentation: man:") }, "\(id)")
      let body = lines.drop { !$0.isEmpty }.joined(separator: "\n")
      #expect(body.count > 100, "\(id)")
      for field in lines.joined(separator: "\n").matches(of: /@([A-Z_]+)@/).map(\.output.1) {
        #expect(
          Self.sources.contains("(\"\(field)\", "), "\(id) names \(field), which nobody sends")
      }
    }
  }

  @Test func `has a row of navd(8) for each kind`() {
    let manual = Self.text("contrib/man/navd.8.scd")
    for event in LogEvent.allCases {
      #expect(manual.contains("\n|  \(event.name)\n:  "), "\(event.name)")
    }
    for field in Self.sources.matches(of: #/\("(NAVD_[A-Z_]+)", /#).map(\.output.1) {
      #expect(manual.contains("*\(field)*"), "\(field)")
    }
  }

  @Test func `has a catalog that journalctl takes`() throws {
    let folder = TemporaryDirectory()
    let script = """
      command -v journalctl >/dev/null || exit 0
      mkdir -p \(folder.path)/usr/lib/systemd/catalog \(folder.path)/var/lib/systemd/catalog
      cp '\(Self.root.path)/systemd/navd.catalog' \(folder.path)/usr/lib/systemd/catalog/
      journalctl --root=\(folder.path) --update-catalog &&
        journalctl --root=\(folder.path) --list-catalog | grep -c ' navd: '
      """
    let (said, status) = try `Programs against the program`.run(script, socket: "")
    #expect(status == 0, "\(said)")
    #expect(said.isEmpty || said == "\(LogEvent.allCases.count)\n", "\(said)")
  }
}
