import Foundation
import Testing
import UnixIO

@testable import navd

/// What the daemon adds to `server.stats`: connections, bytes, queues, commits.
@MainActor @Suite(.serialized) struct NavdStatsTests {
  private func stats(_ client: DaemonInProcess.Client) throws -> [String: Any] {
    try client.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"server.stats\"}\n")
    let line = try #require(try client.lines().last)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return try #require(object?["result"] as? [String: Any], "\(line)")
  }

  private func number(_ stats: [String: Any], _ path: String...) -> Int? {
    var value: Any? = stats
    for name in path { value = (value as? [String: Any])?[name] }
    return value as? Int
  }

  @Test func `Connections and bytes are counted, and gone with their clients`() throws {
    let navd = try DaemonInProcess()
    let asker = try navd.connect()
    do {
      let watcher = try navd.connect()
      try watcher.send(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"*\"}}\n")
      for _ in 0..<60 {
        try asker.send("\"shop:item/\(String(repeating: "x", count: 16000))\"\n")
        _ = try asker.lines()
      }
      let busy = try stats(asker)
      let user = try #require((busy["users"] as? [[String: Any]])?.first)
      #expect(number(user, "connections", "used") == 2)
      #expect(number(user, "output_bytes", "used") == navd.daemon.output.total)
      #expect(navd.daemon.output.total > 0)
      #expect(number(busy, "queues", "output_bytes") == navd.daemon.output.total)
      #expect(number(busy, "totals", "connections") == 2)
      #expect((number(busy, "totals", "bytes_read") ?? 0) > 60 * 16000)
      #expect((number(busy, "totals", "bytes_written") ?? 0) > 60 * 16000)
      #expect(busy["store"] is NSNull)
    }
    try navd.settle()
    let calm = try stats(asker)
    let user = try #require((calm["users"] as? [[String: Any]])?.first)
    #expect(number(user, "connections", "used") == 1)
    #expect(number(user, "output_bytes", "used") == 0)
    #expect(number(calm, "queues", "output_bytes") == 0)
    #expect(number(calm, "queues", "turns") == 0)
    #expect(number(user, "subscriptions") == 0)
    // What was asked just now has been read and is not answered yet.
    #expect(number(calm, "queues", "unanswered_bytes") == 49)
  }

  @Test func `The store tells its sizes and how long its commits took`() throws {
    let navd = try DaemonInProcess(["--durability", "normal"])
    let asker = try navd.connect()
    for number in 1...5 {
      try asker.send("\"shop:item/\(number)\"\n")
      #expect(try asker.lines().count == 1)
    }
    let told = try stats(asker)
    #expect((number(told, "store", "bytes") ?? 0) >= 4096)
    #expect((number(told, "store", "log_bytes") ?? 0) >= 4096)
    #expect((number(told, "store", "commits") ?? 0) >= 5)
    let longest = try #require(number(told, "store", "commit_microseconds", "longest"))
    let last = try #require(number(told, "store", "commit_microseconds", "last"))
    let mean = try #require(number(told, "store", "commit_microseconds", "mean"))
    #expect(0 < last && last <= longest && 0 < mean && mean <= longest)
    navd.daemon.close()
  }
}
