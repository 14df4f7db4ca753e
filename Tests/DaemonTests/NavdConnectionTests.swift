import NavProtocol
import Testing
import UnixIO

@testable import navd

@MainActor
@Suite(.serialized)
struct NavdConnectionTests {
  @Test func `A bare line and a half-close are a complete client`() throws {
    let navd = try DaemonInProcess()
    let client = try navd.connect()
    try client.send("\"shop:item/7\"")
    #expect(try client.lines().isEmpty)
    try client.end()
    let lines = try client.lines()
    #expect(lines.count == 1)
    #expect(lines.first?.contains("\"outcome\":\"queued\"") == true)
    #expect(client.hasEnded)
    #expect(navd.daemon.connections.count == 0)
  }

  @Test func `Input cut anywhere is the same input`() throws {
    let navd = try DaemonInProcess()
    let client = try navd.connect()
    for character in ping(1) + ping(2) { try client.send(String(character)) }
    #expect(try client.lines() == [pong(1), pong(2)])
    try client.send(ping(3) + ping(4))
    #expect(try client.lines() == [pong(3), pong(4)])
  }

  @Test func `A line over 64 KiB is refused and the connection closed`() throws {
    let navd = try DaemonInProcess()
    let client = try navd.connect()
    try client.send(String(repeating: "x", count: 70_000))
    let lines = try client.lines()
    #expect(lines.count == 1)
    #expect(lines.first?.contains("too_large") == true)
    #expect(client.hasEnded)
  }

  @Test func `An incomplete line ends after its time, a paused reader does not`() throws {
    let navd = try DaemonInProcess()
    let client = try navd.connect()
    try client.send("{")
    let connection = try #require(navd.daemon.connections.all.first)
    navd.daemon.sweep()
    #expect(try client.lines().isEmpty)
    connection.partialSince = SystemClock.boottime() - WireLimits.incompleteLine
    navd.daemon.sweep()
    try navd.settle()
    #expect(try client.lines().first?.contains("line_timeout") == true)
    #expect(client.hasEnded)
  }

  @Test func `A client that ended its side keeps its subscription`() throws {
    let navd = try DaemonInProcess()
    let watcher = try navd.connect()
    try watcher.send(subscribe)
    try watcher.end()
    #expect(try watcher.lines().count == 3)
    let sender = try navd.connect()
    try sender.send(open(7))
    #expect(try watcher.lines().count == 1)
    #expect(!watcher.hasEnded)
  }

  @Test func `An observer of all that ended its side waits for sessions, and outlives them`() throws
  {
    let navd = try DaemonInProcess()
    let watcher = try navd.connect()
    try watcher.send(
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"*\"}}\n")
    try watcher.end()
    #expect(try watcher.lines().count == 1)
    #expect(!watcher.hasEnded)
    let sender = try navd.connect()
    for _ in 1...2 {
      try sender.send(open(7))
      #expect(try watcher.lines().last?.contains("\"rev\":1") == true)
      try sender.send(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.close\",\"params\":{\"session\":\"shop\"}}\n"
      )
      #expect(navd.daemon.fanouts.isEmpty)
      #expect(!watcher.hasEnded)
    }
  }

  @Test func `A slow reader gets every event in order when it reads`() throws {
    let navd = try DaemonInProcess()
    let watcher = try navd.connect()
    try watcher.send(subscribe)
    let sender = try navd.connect()
    for _ in 0..<100 {
      try sender.send(bigAgain)
      #expect(try sender.lines().count == 1)
    }
    #expect(navd.daemon.output.total > 0)
    let events = try watcher.lines().filter { $0.contains("\"request\"") }
    #expect(events.count == 100)
    for (index, line) in events.enumerated() { #expect(line.contains("\"rev\":\(index + 1),")) }
    #expect(navd.daemon.output.total == 0)
  }

  @Test func `A reader over the hard limit gets whole lines and a farewell`() throws {
    let navd = try DaemonInProcess()
    let watcher = try navd.connect()
    try watcher.send(subscribe)
    let sender = try navd.connect()
    for _ in 0..<400 where !navd.daemon.connections.all.contains(where: \.isClosing) {
      try sender.send(bigAgain)
      _ = try sender.lines()
    }
    let lines = try watcher.lines()
    #expect(watcher.hasEnded)
    #expect(lines.count < 400)
    #expect(
      lines.last
        == "{\"jsonrpc\":\"2.0\",\"method\":\"bye\",\"params\":{\"reason\":\"slow_consumer\"}}")
    #expect(lines.allSatisfy { $0.hasPrefix("{\"jsonrpc\":\"2.0\"") && $0.hasSuffix("}") })
    #expect(navd.daemon.output.total == 0)
    try watcher.end()
    #expect(navd.daemon.connections.count == 1)
  }

  @Test func `A reader over the soft limit for its time is cut off as well`() throws {
    let navd = try DaemonInProcess()
    let watcher = try navd.connect()
    try watcher.send(subscribe)
    let sender = try navd.connect()
    var sent = 0
    while navd.daemon.output.total <= WireLimits.softOutput, sent < 1000 {
      try sender.send(bigAgain)
      _ = try sender.lines()
      sent += 1
    }
    let connection = try #require(navd.daemon.connections.all.first { $0.queued > 0 })
    #expect(connection.overSince != nil)
    navd.daemon.sweep()
    #expect(!connection.isClosing)
    connection.overSince = SystemClock.boottime() - WireLimits.slow
    navd.daemon.sweep()
    #expect(connection.isClosing)
    #expect(try watcher.lines().last?.contains("slow_consumer") == true)
    #expect(watcher.hasEnded)
  }

  @Test func `Many clients at once are all answered, and all forgotten`() throws {
    let navd = try DaemonInProcess()
    do {
      let clients = try (0..<100).map { _ in try navd.connect() }
      for client in clients { try client.send(ping(5)) }
      for client in clients { #expect(try client.lines() == [pong(5)]) }
      #expect(navd.daemon.connections.count == 100)
    }
    try navd.settle()
    #expect(navd.daemon.connections.count == 0)
  }

  private func ping(_ id: Int) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"ping\"}\n"
  }

  private func pong(_ id: Int) -> String { "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":{}}" }

  private var subscribe: String {
    """
    {"jsonrpc":"2.0","id":1,"method":"subscribe",\
    "params":{"session":"shop","app":"shop","role":"observer"}}

    """
  }

  private func open(_ number: Int) -> String { "\"shop:item/\(number)\"\n" }

  /// The same place again: one event of more than 4 KiB, and a state that stays small.
  private let bigAgain = "\"shop:item/\(String(repeating: "x", count: 4096))\"\n"
}
