import Foundation
import Testing

@testable import navctl

@Suite(.serialized) struct NavctlHistoryTests {
  @Test(
    arguments: [
      ("90s", 1_764_460_800_000 - 90_000), ("1.5h", 1_764_460_800_000 - 5_400_000),
      ("2d", 1_764_460_800_000 - 172_800_000), ("@1764460800", 1_764_460_800_000),
      ("@0.5", 500), ("2025-11-30T00:00:00Z", 1_764_460_800_000),
      ("2025-11-30 02:00+02:00", 1_764_460_800_000), ("2025-11-29T19:30-04:30", 1_764_460_800_000),
      ("2024-02-29T00:00Z", 1_709_164_800_000), ("9999999d", 0),
      ("2025-02-29T00:00Z", nil), ("2025-13-01", nil), ("2025-1-1", nil), ("24:00", nil),
      ("08:30Z", nil), ("08:30:00x", nil), ("5", nil), ("", nil), ("s", nil), ("-5m", nil),
      ("1e9s", nil), ("@", nil), ("2025-11-30T", nil), ("2025-11-30T08:30+2", nil),
      ("99999999999999999999d", nil), ("yesterday", nil),
    ] as [(String, Int64?)])
  func `Ages and times are told apart, and what is neither is refused`(
    text: String, moment: Int64?
  ) {
    #expect(Instant.milliseconds(text, now: 1_764_460_800_000) == moment)
  }

  @Test func `Times without an offset are local`() throws {
    let now: Int64 = 1_764_460_800_000
    let midnight = try #require(Instant.milliseconds("2025-11-30", now: now))
    #expect(Instant.milliseconds("2025-11-30T00:00:00", now: now) == midnight)
    #expect(Instant.text(seconds: Double(midnight) / 1000) == "2025-11-30 00:00:00")
    let today = Instant.text(seconds: Double(now) / 1000).prefix(10)
    let dawn = try #require(Instant.milliseconds("06:30", now: now))
    #expect(Instant.text(seconds: Double(dawn) / 1000) == "\(today) 06:30:00")
  }

  @Test func `history and requests tell what happened, filtered and page by page`() throws {
    let daemon = try RunningDaemon(apps: `Programs against the program`.manifests)
    func run(_ script: String) throws -> (said: String, status: Int32) {
      try `Programs against the program`.run(script, socket: daemon.socket)
    }
    #expect(try run("navctl history") == ("", 0))
    #expect(try run("navctl requests --json") == ("", 0))
    let sent = try run(
      """
      for i in $(seq 104); do echo '{"jsonrpc":"2.0","id":1,"method":"send","params":{"payload":{"className":"Rank"}}}'
      done | navctl raw | wc -l
      navctl home shop; navctl open 'https://shop.example.com/orders/7'; echo $?
      """)
    #expect(sent.said.hasPrefix("104\n"), "\(sent.said)")
    let (table, status) = try run("navctl history --limit 3 --session shop")
    let rows = table.components(separatedBy: "\n")
    #expect(status == 0)
    #expect(rows.count == 5, "\(table)")
    #expect(rows[0].hasPrefix("TIME                 SESSION  REV  REQUEST  OUTCOME"), "\(table)")
    #expect(table.contains("r105     held"), "\(table)")
    #expect(table.contains("  shop     105  -        queued   ui"), "\(table)")
    #expect(rows[3].hasSuffix("r104     queued   push tapped article  select_tab rank, update e3"))
    let lines: [(String, String)] = [
      ("navctl history --json | wc -l", "106\n"), ("navctl requests --json | wc -l", "105\n"),
      ("navctl history | wc -l", "51\n"), ("navctl history --limit 101 --json | wc -l", "101\n"),
      ("navctl requests --json | sort -u | wc -l", "105\n"),
      ("navctl requests --outcome held --json | wc -l", "1\n"),
      ("navctl history --since @9999999999 --outcome queued", ""),
      ("navctl history --since 1h --outcome queued --json | wc -l", "105\n"),
    ]
    for (script, said) in lines { #expect(try run(script).said == said, "\(script)") }
    let wrong: [(String, Int32, String)] = [
      ("navctl history --since soon", 64, "--since is an age such as 15m or 2h"),
      ("navctl history --limit 0", 64, "--limit is a number from 1"),
      ("navctl history --outcome lost", 1, "invalid_params"),
      ("navctl history --session nope", 1, "no_such_session"),
      ("navctl requests shop", 64, "usage: navctl requests"),
    ]
    for (script, status, said) in wrong {
      let result = try run(script)
      #expect(result.status == status, "\(script)\n\(result.said)")
      #expect(result.said.contains(said), "\(script)\n\(result.said)")
    }
  }
}
