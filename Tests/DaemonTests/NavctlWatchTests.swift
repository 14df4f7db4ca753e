import Foundation
import Glibc
import Testing

@testable import navctl

/// `navctl watch` over restarts: nothing is lost, and nothing comes twice.
@Suite(.serialized) struct NavctlWatchTests {
  private let daemon: RunningDaemon
  private let cursor: String

  init() throws {
    daemon = try RunningDaemon(apps: `Programs against the program`.manifests)
    cursor = daemon.folder.appendingPathComponent("cursor").path
  }

  private func send(_ session: String = "shop", times: Int) throws {
    for _ in 0..<times {
      let result = try run("navctl send --session \(session) '{\"className\":\"Rank\"}'")
      #expect(result.status == 0, "\(result.said)")
    }
  }

  private func run(_ script: String) throws -> (said: String, status: Int32) {
    try `Programs against the program`.run(script, socket: daemon.socket)
  }

  private func watch(_ arguments: [String]) throws -> SpawnedProgram {
    try SpawnedProgram(navctl: ["watch", "--json"] + arguments, socket: daemon.socket)
  }

  /// Session, rev, and whether it is a snapshot, of a line.
  private func place(_ line: String?) throws -> String {
    let data = Data(try #require(line, "no line came").utf8)
    let event = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let rev = (event["rev"] as? Int).map(String.init) ?? "?"
    let isSnapshot = (event["commands"] as? [[String: Any]])?.first?["op"] as? String == "reset"
    return (event["session"] as? String ?? "?") + " " + rev + (isSnapshot ? " reset" : "")
  }

  private func cursorText() throws -> String {
    try String(contentsOfFile: cursor, encoding: .utf8)
  }

  @Test func `A cursor goes on where it was, whoever is killed between`() throws {
    try send(times: 3)
    let first = try watch(["shop", "--after", "0", "--cursor-file", cursor])
    for rev in 1...3 { #expect(try place(first.line()) == "shop \(rev)") }
    daemon.stop(SIGKILL)
    try daemon.start()
    try send(times: 2)
    for rev in 4...5 { #expect(try place(first.line()) == "shop \(rev)") }
    try send(times: 1)
    #expect(try place(first.line()) == "shop 6")
    first.signal(SIGTERM)
    #expect(first.end() == -SIGTERM)
    // The last line may have been read here before the file was replaced: it comes again then.
    let kept = try cursorText()
    let isBehind = kept.contains("{\"shop\":5}")
    #expect(isBehind || kept.contains("{\"shop\":6}"), "\(kept)")
    try send(times: 2)
    let second = try watch(
      ["shop", "--cursor-file", cursor, "--count", isBehind ? "3" : "2", "--timeout", "10"])
    for rev in (isBehind ? 6 : 7)...8 { #expect(try place(second.line()) == "shop \(rev)") }
    #expect(second.end() == 0)
    #expect(try cursorText().contains("{\"shop\":8}"))
    #expect(
      try run("navctl watch --cursor-file \(cursor) shop --count 1 --timeout 0.05").status == 3)
  }

  @Test func `What a watcher of all missed comes in order, what it had does not come again`() throws
  {
    try send(times: 2)
    try send("other", times: 1)
    let watcher = try watch(["--cursor-file", cursor])
    #expect(try place(watcher.line()) == "shop 2 reset")
    #expect(try place(watcher.line()) == "other 1 reset")
    try send(times: 1)
    #expect(try place(watcher.line()) == "shop 3")
    watcher.signal(SIGSTOP)
    daemon.stop(SIGKILL)
    try daemon.start()
    try send(times: 3)
    try send("other", times: 2)
    try send("third", times: 1)
    watcher.signal(SIGCONT)
    var places: [String] = []
    for _ in 0..<6 { places.append(try place(watcher.line())) }
    #expect(places.filter { $0.hasPrefix("shop") } == ["shop 4", "shop 5", "shop 6"])
    #expect(places.filter { $0.hasPrefix("other") } == ["other 2", "other 3"])
    #expect(places.filter { $0.hasPrefix("third") } == ["third 1 reset"])
    for session in ["other", "shop", "third"] {
      try send(session, times: 1)
      #expect(try place(watcher.line()).hasPrefix("\(session) "))
    }
    let count = watcher
    count.signal(SIGKILL)
    #expect(count.end() == -SIGKILL)
    try send(times: 1)
    let next = try watch(["--cursor-file", cursor, "--count", "2", "--timeout", "10"])
    var last = try place(next.line())
    // As above: the event before it may come again.
    if last != "shop 8" { last = try place(next.line()) }
    #expect(last == "shop 8")
  }

  @Test func `A navd that is killed again and again under load costs a watcher no event`() throws {
    for session in ["a", "b", "c"] { try send(session, times: 1) }
    let watchers = [try watch([]), try watch(["b"])]
    var next: [[String: Int]] = [[:], [:]]
    // Hears until each session has come to its rev, each time the next one.
    func hear(_ revs: [String: Int]) throws {
      for (index, watcher) in watchers.enumerated() {
        while revs.contains(where: {
          (index == 0 || $0.key == "b") && next[index][$0.key] ?? 0 <= $0.value
        }) {
          let words = try place(watcher.line()).split(separator: " ")
          let (session, rev) = (String(words[0]), Int(words[1]) ?? -1)
          #expect(next[index][session] ?? rev == rev, "watcher \(index), \(session)")
          next[index][session] = rev + 1
        }
      }
    }
    try hear(["a": 1, "b": 1, "c": 1])
    for round in 1...6 {
      let load = """
        for session in a b c; do for id in 1 2 3 4; do
          echo '{"jsonrpc":"2.0","id":'$id',"method":"send","params":{"session":"'$session'","payload":{"className":"Rank"}}}'
        done; done | navctl raw --timeout 5 2>&1 | head -\(round * 2) | wc -l
        """
      // So many answers have come when it is killed, in the middle of the rest.
      #expect(try run(load).said == "\(round * 2)\n")
      daemon.stop(SIGKILL)
      try daemon.start()
      for session in ["a", "b", "c"] { try send(session, times: 1) }
      let listed = try run("navctl sessions --json").said
      var revs: [String: Int] = [:]
      for match in listed.matches(of: #/"session":"([abc])@[0-9]+","app":"shop","rev":([0-9]+)/#) {
        revs[String(match.output.1)] = Int(match.output.2)
      }
      #expect(revs.count == 3, "\(listed)")
      try hear(revs)
    }
  }

  @Test(.enabled(if: geteuid() == 0))
  func `Sessions of one name and two users are both watched`() throws {
    try send(times: 3)
    chmod(daemon.socket, 0o666)
    let other = "setpriv --reuid 1234 --clear-groups navctl send '{\"className\":\"Rank\"}'"
    let watcher = try watch([])
    #expect(try place(watcher.line()) == "shop 3 reset")
    #expect(try run(other).status == 0)
    #expect(try place(watcher.line()) == "shop 1 reset")
    try send(times: 1)
    #expect(try place(watcher.line()) == "shop 4")
    #expect(try run(other).status == 0)
    #expect(try place(watcher.line()) == "shop 2")
    try send(times: 1)
    #expect(try place(watcher.line()) == "shop 5")
  }

  @Test func `A position that is gone is told, and followed by the state`() throws {
    try send(times: 1)
    let (said, status) = try run("navctl watch shop --after gone:1 --count 1")
    #expect(said.contains("shop: what came after rev 1 of epoch gone is no longer kept"), "\(said)")
    #expect(said.contains("shop rev 1\n  reset\n"), "\(said)")
    #expect(status == 0)
    let (only, _) = try run("navctl watch --after 0 --count 1")
    #expect(only.hasPrefix("shop rev 1  r1  push, tapped, article\n"), "\(only)")
  }

  @Test func `Positions that are none are refused with what would be right`() throws {
    try send(times: 1)
    let table: [(file: String?, arguments: String, said: String)] = [
      (nil, "--after x shop", "--after is REV or EPOCH:REV, not 'x'"),
      (nil, "--after -1 shop", "--after is REV or EPOCH:REV, not '-1'"),
      (nil, "--after :1 shop", "--after is REV or EPOCH:REV, not ':1'"),
      (nil, "--after 1:2:3 shop", "--after is REV or EPOCH:REV, not '1:2:3'"),
      ("{}", "--cursor-file", "is no cursor of navctl; name another file"),
      ("17\n", "--cursor-file", "is no cursor of navctl; name another file"),
      ("{\"epoch\":\"e\",\"sessions\":{\"shop\":-1}}", "--cursor-file", "is no cursor of navctl"),
      (
        "{\"epoch\":\"e\",\"sessions\":{\"other\":1}}", "shop --cursor-file",
        "is the cursor of other sessions; each wants its own file"
      ),
      (nil, "--cursor-file / shop", "/: "), (nil, "--count 0", "--count is a number from 1"),
    ]
    for (file, arguments, said) in table {
      try file?.write(toFile: cursor, atomically: false, encoding: .utf8)
      let result = try run("navctl watch \(arguments)" + (file == nil ? "" : " \(cursor)"))
      #expect(result.status == 64, "\(arguments)\n\(result.said)")
      #expect(result.said.contains(said), "\(arguments)\n\(result.said)")
    }
    try "{\"epoch\":\"e\",\"sessions\":{\"shop\":9223372036854775807}}".write(
      toFile: cursor, atomically: false, encoding: .utf8)
    let far = try run("navctl watch shop --count 1 --cursor-file \(cursor)")
    #expect(far.status == 0, "\(far.said)")
    #expect(try cursorText().contains("{\"shop\":1}"))
  }

  @Test func `A cursor file is for its owner only, and never half a file`() throws {
    try send(times: 1)
    #expect(try run("navctl watch --count 1 --cursor-file \(cursor)").status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: cursor)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try cursorText().hasSuffix("\"sessions\":{\"shop\":1}}\n"))
    #expect(!FileManager.default.fileExists(atPath: cursor + ".new"))
  }

  @Test func `A watcher without time left, or with nobody to read it, ends`() throws {
    try send(times: 1)
    let alone = try watch([])
    #expect(try place(alone.line()) == "shop 1 reset")
    alone.stopReading()
    #expect(alone.end() == 0)
    #expect(alone.complaints().isEmpty)
    let lost = try watch([])
    #expect(try place(lost.line()) == "shop 1 reset")
    daemon.stop(SIGKILL)
    lost.stopReading()
    #expect(lost.end() == 0)
    #expect(try run("navctl watch --timeout 0.05").status == 2)
    try daemon.start()
    #expect(try run("navctl watch --timeout 0.05 >/dev/null").status == 0)
    let leaving = try watch(["--no-reconnect"])
    #expect(try place(leaving.line()) == "shop 1 reset")
    daemon.stop(SIGTERM)
    #expect(leaving.end() == 2)
  }
}
