import Foundation
import TestSupport
import Testing

/// The built navctl, the sample clients and the examples of the documents, against the built navd.
@Suite(.serialized) struct `Programs against the program` {
  static let root = Conformance.tables.deletingLastPathComponent().deletingLastPathComponent()
  static let manifests = root.appendingPathComponent("contrib/manifests")

  /// Runs a script; standard output and error together, and the exit status.
  static func run(_ script: String, socket: String) throws -> (said: String, status: Int32) {
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = RunningDaemon.programs.path + ":" + (environment["PATH"] ?? "/bin")
    environment["NAVD_SOCKET"] = socket
    let program = try SpawnedProgram(
      "/bin/bash", ["-c", script], environment: environment, joinsErrors: true)
    let said = program.everything()
    let status = program.end()
    return (said, status < 0 ? 128 - status : status)
  }

  @Test func `navctl exits with what happened`() throws {
    let daemon = try RunningDaemon(apps: Self.manifests)
    let table: [(String, Int32, String)] = [
      ("navctl ping", 0, "navd answers"),
      ("navctl send '{\"className\":\"Rank\"}'", 0, "queued     shop  rev 1  Rank"),
      ("navctl send '{\"className\":\"Nope\"}'", 1, "screen_unknown"),
      ("navctl send --json '{\"className\":\"Nope\"}'", 1, "{\"error\":{\"code\":1009"),
      ("navctl --socket /nonexistent ping", 2, "/nonexistent: nothing is there"),
      ("navctl send --wait --timeout 0.01 '{\"className\":\"Rank\"}'", 3, "ack_timeout"),
      ("navctl attach shop --count 9 --timeout 0.01", 3, "▸ rank"),
      ("navctl open https://shop.example.com/orders/7", 4, "held       shop"),
      ("navctl send '{'", 64, "not JSON"),
      ("printf '\"shop:x\"' | navctl send -", 1, "no_match"),
      ("navctl attach shop --count 1", 0, "modal  SignIn"),
      ("navctl watch --json --count 1", 0, "{\"session\":\"shop\",\"epoch\":"),
      ("navctl raw <<<'{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}'", 0, "\"result\":{}}"),
    ]
    for (script, status, said) in table {
      let result = try Self.run(script, socket: daemon.socket)
      #expect(result.status == status, "\(script)\n\(result.said)")
      #expect(result.said.contains(said), "\(script)\n\(result.said)")
    }
  }

  @Test func `The console of the README is what happens`() throws {
    let daemon = try RunningDaemon(apps: Self.manifests)
    let readme = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    let blocks = Self.blocks("console", of: readme)
    #expect(!blocks.isEmpty)
    for block in blocks {
      let commands = block.filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) }
      let expected = block.filter { !$0.hasPrefix("$ ") }.joined(separator: "\n") + "\n"
      let result = try Self.run(commands.joined(separator: "\n"), socket: daemon.socket)
      #expect(result.said == expected)
    }
  }

  @Test(arguments: [("README.md", "json", "hello"), ("contrib/man/navd-app.5.scd", "", "shop")])
  func `A manifest of the documents is loaded`(file: String, fence: String, app: String) throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent(file), encoding: .utf8)
    let block = try #require(Self.blocks(fence, of: text).first)
    let folder = TemporaryDirectory()
    let path = URL(fileURLWithPath: folder.path)
    try block.joined(separator: "\n").write(
      to: path.appendingPathComponent("\(app).json"), atomically: false, encoding: .utf8)
    let daemon = try RunningDaemon(apps: path)
    let result = try Self.run("navctl server info --json", socket: daemon.socket)
    #expect(result.said.contains("\"apps\":1"), "\(result.said)")
    #expect(result.said.contains("\"problems\":[]"), "\(result.said)")
  }

  @Test func `The examples of navctl payloads are of their dialects and lead somewhere`() throws {
    let folder = TemporaryDirectory()
    let manifest = """
      {"app":"shop","schemes":["shop"],"hosts":["shop.example.com"],"root":"Home","screens":{"Home":{},
       "Order":{"params":{"id":"string"},"methods":["refresh"],"links":["/orders/:id"]}}}
      """
    try manifest.write(
      toFile: "\(folder.path)/shop.json", atomically: false, encoding: .utf8)
    let daemon = try RunningDaemon(apps: URL(fileURLWithPath: folder.path))
    let list = try Self.run("navctl payloads --json", socket: daemon.socket).said
    let lines = list.components(separatedBy: "\n").filter { !$0.isEmpty }
    #expect(lines.count == 17)
    for line in lines {
      let parts = line.dropLast().components(separatedBy: ",\"example\":")
      let example = parts.dropFirst().joined(separator: ",\"example\":")
      let result = try Self.run("navctl resolve --json -- '\(example)'", socket: daemon.socket)
      #expect(result.said.contains("\"screen\":\"Order\""), "\(line)\n\(result.said)")
      #expect(result.said.contains(parts[0].dropFirst()), "\(line)\n\(result.said)")
    }
  }

  /// The lines of each fenced block of a kind.
  static func blocks(_ kind: String, of text: String) -> [[String]] {
    var blocks: [[String]] = []
    var fence: String?
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if fence == nil {
          fence = String(line.dropFirst(3))
          if fence == kind { blocks.append([]) }
        } else {
          fence = nil
        }
      } else if fence == kind {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks
  }
}
