import Glibc
import NavProtocol
import Testing
import UnixIO

@testable import navd

@MainActor
@Suite(.serialized)
struct NavdCatchUpTests {
  @Test func `A history over the hard limit is read to its end by who reads`() throws {
    let navd = try DaemonInProcess()
    let client = try navd.connect()
    for _ in 0..<330 {
      try client.send(big)
      #expect(try client.lines().count == 1)
    }
    try client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}\n")
    let hello = try #require(try client.lines().first)
    let epoch = try #require(hello.firstMatch(of: /"epoch":"(\w+)"/)).1
    let late = try navd.connect()
    try late.send(
      """
      {"jsonrpc":"2.0","id":1,"method":"subscribe",\
      "params":{"session":"shop","after":{"epoch":"\(epoch)","rev":1}}}

      """)
    #expect(navd.daemon.output.total > WireLimits.hardOutput)
    // One more event while it reads is behind what it began with.
    try client.send(big)
    let lines = try late.lines()
    #expect(!late.hasEnded)
    let revs = lines.compactMap { $0.firstMatch(of: /"rev":(\d+),"request"/) }.compactMap {
      Int($0.1)
    }
    #expect(revs == Array(2...331))
    #expect(navd.daemon.output.total == 0)
  }

  @Test func `Events and answers leave in pieces of a small socket, and every line is whole`()
    throws
  {
    let navd = try DaemonInProcess()
    let sender = try navd.connect()
    let watcher = try navd.connect()
    for connection in navd.daemon.connections.all {
      var size: Int32 = 4608
      #expect(
        setsockopt(connection.descriptor.raw, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(4)) == 0)
    }
    try sender.send("\"shop:item/0\"\n")
    _ = try sender.lines()
    try watcher.send(
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"shop\"}}\n")
    var lines: [String] = []
    for number in 1...60 {
      try sender.send(big)
      try watcher.send("{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"app.list\"}\n")
      if number % 20 == 0 { lines += try watcher.lines() }
      #expect(try sender.lines().count == 1)
    }
    // More than one on a machine that is slow enough to be idle in between.
    lines.removeAll { $0.contains("\"method\":\"sync\"") }
    #expect(lines.count == 2 + 60 + 60)
    #expect(lines.allSatisfy { $0.hasPrefix("{\"jsonrpc\":\"2.0\"") && $0.hasSuffix("}") })
    let revs = lines.compactMap { $0.firstMatch(of: /"rev":(\d+),"request"/) }.compactMap {
      Int($0.1)
    }
    #expect(revs == Array(2...61))
  }

  /// The same place again: one event of more than 4 KiB, and a state that stays small.
  private let big = "\"shop:item/\(String(repeating: "x", count: 4096))\"\n"
}
