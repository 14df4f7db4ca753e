import Foundation
import JSON
import TestSupport
import Testing

/// A row of the navigation tables: what was done before, what is done then, and the commands of that.
struct NavigationRow {
  var isCold = false
  var before: [String] = []
  var then = ""
  var outcome = ""
  var commands = ""

  static let tables = ["tabs", "pairs", "deep", "arrival", "conditions"]

  static func rows(_ table: String) throws -> [NavigationRow] {
    var json = Document()
    try json.parse(try Conformance.table("navigation/\(table).json"))
    var nodes: [Node] = []
    json.elements(json.root) { nodes.append($0) }
    return nodes.map { node in
      func text(_ name: StaticString) -> String {
        json.member(node, name).flatMap { json.text($0)?.string } ?? ""
      }
      var row = NavigationRow()
      row.isCold = json.member(node, "cold").flatMap { json.bool($0) } ?? false
      if let list = json.member(node, "before") {
        json.elements(list) { row.before.append(json.text($0)?.string ?? "") }
      }
      (row.then, row.outcome) = (text("then"), text("outcome"))
      row.commands = json.member(node, "commands").map { json.encoded($0).string } ?? ""
      return row
    }
  }

  static func steps() throws -> [String: String] {
    var json = Document()
    try json.parse(try Conformance.table("navigation/steps.json"))
    var steps: [String: String] = [:]
    json.members(json.root) { name, node in
      steps[name.text.string] =
        "{\"jsonrpc\":\"2.0\",\"id\":1," + json.encoded(node).string.dropFirst()
    }
    return steps
  }

  /// Does it: cold without a front end, warm with one.
  func run(_ steps: [String: String]) throws -> NavigationRow {
    let bench = try Seatbench(apps: ["navigation/apps/mall.json"])
    bench.say(Self.subscription(role: "observer"), as: "watch")
    if !isCold { bench.say(Self.subscription(role: "frontend"), as: "ui") }
    for step in before { bench.say(try #require(steps[step]), as: "ui") }
    bench.heard = [:]
    bench.say(try #require(steps[then]), as: "ui")
    var row = self
    row.outcome = ""
    var commands: [String] = []
    for line in bench.heard["ui"] ?? [] {
      if let answer = Self.member("outcome", of: line, under: "result") { row.outcome = answer }
    }
    for line in bench.heard["watch"] ?? [] {
      if let list = Self.member("commands", of: line, under: "params") { commands.append(list) }
    }
    #expect(commands.count <= 1, "one event at most: \(then) after \(before)")
    row.commands = commands.first ?? "[]"
    return row
  }

  private static func subscription(role: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"mall\","
      + "\"app\":\"mall\",\"role\":\"\(role)\",\"ack\":\"auto\"}}"
  }

  private static func member(
    _ name: StaticString, of line: String, under parent: StaticString
  ) -> String? {
    var json = Document()
    guard (try? json.parse(Array(line.utf8), maximumDepth: 128)) != nil,
      let node = json.member(json.root, parent).flatMap({ json.member($0, name) })
    else { return nil }
    return json.text(node)?.string ?? json.encoded(node).string
  }

  /// The row as the table has it.
  var line: String {
    let list = before.map { "\"\($0)\"" }.joined(separator: ",")
    return
      "{\"cold\":\(isCold),\"before\":[\(list)],\"then\":\"\(then)\",\"outcome\":\"\(outcome)\","
      + "\"commands\":\(commands)}"
  }
}

@Suite struct `Tables of navigation` {
  @Test(arguments: NavigationRow.tables) func hold(_ table: String) throws {
    let steps = try NavigationRow.steps()
    let rows = try NavigationRow.rows(table)
    for row in rows {
      let done = try row.run(steps)
      #expect(done.line == row.line)
    }
    print("\(table).json: \(rows.count) rows")
  }

  // A parent that requires a condition is left out where that is known not to hold, as under "tip".
  @Test(arguments: ["tabs", "deep"])
  func `are the same cold and warm, where nothing is required`(_ table: String) throws {
    let rows = try NavigationRow.rows(table)
    for cold in rows
    where cold.isCold && cold.outcome != "held" && !(cold.before + [cold.then]).contains("tip") {
      let warm = rows.first { !$0.isCold && $0.before == cold.before && $0.then == cold.then }
      #expect(
        warm.map { $0.commands.contains("\"visit\"") || $0.commands == cold.commands } == true)
    }
  }
}

/// Writes what navd does into the tables, to be read before it is believed.
@Suite struct `Recording navigation` {
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["RECORD_NAVIGATION"] != nil),
    arguments: NavigationRow.tables)
  func `is for people`(_ table: String) throws {
    let steps = try NavigationRow.steps()
    let lines = try NavigationRow.rows(table).map { try $0.run(steps).line }
    let file = Conformance.tables.appendingPathComponent("navigation/\(table).json")
    try ("[\n" + lines.joined(separator: ",\n") + "\n]\n").write(
      to: file, atomically: true, encoding: .utf8)
  }
}
