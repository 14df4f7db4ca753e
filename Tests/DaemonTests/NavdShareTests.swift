import Glibc
import JSON
import NavProtocol
import NavServer
import Systemd
import Testing
import UnixIO

@testable import navd

/// One uid fills what it has a share of; the others notice nothing, and all is given back.
@MainActor
@Suite(.serialized) struct NavdShareTests {
  @Test func `512 requests are in flight, then reading pauses`() throws {
    let store = FaultyStore()
    let navd = try DaemonInProcess([], store: store)
    let client = try navd.open()
    func settle() throws { while try navd.loop.runOnce(milliseconds: 0) {} }
    try settle()
    let connection = try #require(navd.daemon.connections.all.first)
    try client.write(open(1))
    try settle()
    try client.write((0..<1000).map(ping).joined())
    try settle()
    #expect(connection.requests == WireLimits.requestsInFlight)
    #expect(!connection.mayRead)
    #expect(try client.available().isEmpty)
    while store.pending > 0 {
      store.succeed()
      navd.daemon.takeCompletions()
      navd.daemon.settle()
      try settle()
    }
    let lines = try client.available()
    #expect(lines.count == 1001)
    #expect(Array(lines.dropFirst()) == (0..<1000).map(pong))
    #expect(connection.requests == 0 && connection.unanswered == 0)
    #expect(navd.daemon.unanswered == 0)
  }

  @Test func `Answers that are much larger than their requests are made when they can be sent`()
    throws
  {
    let navd = try DaemonInProcess()
    let client = try navd.connect()
    for number in 0..<20 {
      try client.send(open(number, length: 8000))
      #expect(try client.lines().count == 1)
    }
    let get = request("session.get", "\"session\":\"shop\"")
    try client.send(String(repeating: get, count: 40))
    #expect(navd.daemon.output.total < 2 * WireLimits.bytesInFlight)
    do {
      let connection = try #require(navd.daemon.connections.all.first)
      let isEmpty = connection.rest.isEmpty
      #expect(!isEmpty)
      #expect(connection.wanted == .writable)
    }
    try client.end()
    let lines = try client.lines()
    #expect(lines.count == 40)
    #expect(Set(lines).count == 1)
    #expect(lines.first?.utf8.count ?? 0 > 150_000)
    #expect(client.hasEnded)
    #expect(navd.daemon.unanswered == 0)
    #expect(navd.daemon.output.total == 0)
  }

  @Test func `A chunk of nothing but line ends and tiny lines stays small`() throws {
    let navd = try DaemonInProcess()
    let client = try navd.connect()
    try client.send(String(repeating: "\n7\n", count: 4000))
    let connection = try #require(navd.daemon.connections.all.first)
    #expect(!connection.isClosing)
    #expect(try client.lines().count == 4000)
  }

  @Test(.enabled(if: getuid() == 0, "only root is others"))
  func `64 connections of a user, and none of another's`() throws {
    let navd = try World()
    var clients: [DaemonInProcess.Client] = []
    for _ in 0..<WireLimits.connectionsPerUser { clients.append(try navd.connect(as: 1001)) }
    let late = try navd.connect(as: 1001)
    #expect(try late.lines().first?.contains("uid 1001 has 64 connections") == true)
    #expect(late.hasEnded)
    let other = try navd.connect(as: 1002)
    try other.send(ping(1))
    #expect(try other.lines() == [pong(1)])
    clients = []
    try navd.daemon.settle()
    #expect(navd.daemon.daemon.connections.count(of: 1001) == 0)
    let again = try navd.connect(as: 1001)
    try again.send(ping(2))
    #expect(try again.lines() == [pong(2)])
  }

  @Test(.enabled(if: getuid() == 0, "only root is others"))
  func `8 MiB of output wait for a user, and cost no other a line`() throws {
    let navd = try World()
    let sender = try navd.connect(as: 1001)
    let watchers = try watch(navd, as: 1001, 12)
    let other = try navd.connect(as: 1002)
    try other.send(request("subscribe", "\"session\":\"own\",\"app\":\"shop\""))
    let root = try navd.connect(as: 0)
    try root.send(request("subscribe", "\"session\":\"shop@1001\""))
    try flood(sender, navd)
    let output = navd.daemon.daemon.output
    #expect(output.bytes(of: 1001) <= WireLimits.outputPerUser)
    #expect(output.bytes(of: 1001) > WireLimits.outputPerUser / 2)
    #expect(output.bytes(of: 0) > 500_000)
    // First, as the watchers' megabytes may take longer than its queue may wait.
    #expect(try root.lines().count { $0.contains("\"request\"") } == 66)
    let ends = try watchers.map { try $0.lines() }.count { $0.last?.contains("\"bye\"") == true }
    #expect((1...11).contains(ends))
    try other.send(ping(1))
    #expect(try other.lines().last == pong(1))
    #expect(navd.daemon.daemon.output.total == 0)
  }

  @Test(.enabled(if: getuid() == 0, "only root is others"))
  func `64 MiB of output wait in all, the largest are closed first`() throws {
    let navd = try World()
    let sender = try navd.connect(as: 0)
    let watchers = try watch(navd, as: 0, 90)
    try flood(sender, navd)
    let output = navd.daemon.daemon.output
    #expect(output.total <= WireLimits.outputInAll)
    #expect(output.total > WireLimits.outputInAll / 2)
    let all = navd.daemon.daemon.connections.all
    #expect((1...40).contains(all.count(where: \.isClosing)))
    try sender.send(ping(1))
    #expect(try sender.lines() == [pong(1)])
    for watcher in watchers { _ = try watcher.lines() }
    #expect(navd.daemon.daemon.output.total == 0)
  }

  @Test(.enabled(if: getuid() == 0, "only root is others"))
  func `All counters are zero when everybody is gone`() throws {
    let navd = try World()
    do {
      let client = try navd.connect(as: 1001)
      try client.send(
        request("subscribe", "\"session\":\"shop\",\"app\":\"shop\",\"role\":\"frontend\""))
      for number in 0..<100 { try client.send(open(number)) }
      try client.send(
        request("send", "\"session\":\"shop\",\"link\":\"shop:item/1\",\"wait\":\"acked\""))
      try client.send(String(repeating: "x", count: 70_000))
      let closer = try navd.connect(as: 1001)
      try closer.send(request("session.close", "\"session\":\"shop\""))
    }
    try navd.daemon.settle()
    let daemon = navd.daemon.daemon
    for connection in daemon.connections.all { connection.lingerUntil = 0 }
    daemon.sweep()
    #expect(daemon.connections.count == 0)
    #expect(daemon.connections.count(of: 1001) == 0)
    #expect(daemon.unanswered == 0)
    #expect(daemon.output.total == 0)
    #expect(daemon.output.bytes(of: 1001) == 0)
    #expect(daemon.fanouts.isEmpty)
    let usage = daemon.server.usage
    #expect(usage.isEmpty, "\(usage)")
  }

  /// A daemon that any uid may connect to.
  @MainActor
  private struct World {
    let daemon: DaemonInProcess

    init() throws {
      daemon = try DaemonInProcess()
      chmod(daemon.directory.path, 0o755)
      chmod("\(daemon.directory.path)/s", 0o666)
    }

    /// Connects as another user; where this process is not root, as itself.
    func connect(as uid: UInt32) throws -> DaemonInProcess.Client {
      if uid != 0 { setThreadUser(uid) }
      defer { if uid != 0 { setThreadUser(0) } }
      let client = try daemon.open()
      setThreadUser(0)
      try daemon.settle()
      return client
    }

    /// The effective uid of this thread only, which the kernel notes when it connects.
    private func setThreadUser(_ uid: UInt32) {
      typealias Call = @convention(c) (Int, Int, Int, Int) -> Int
      guard let symbol = dlsym(nil, "syscall") else { return }
      _ = unsafeBitCast(symbol, to: Call.self)(NavdShareTests.setresuid, -1, Int(uid), -1)
    }
  }

  #if arch(x86_64)
    private static let setresuid = 117
  #else
    private static let setresuid = 147
  #endif

  private func watch(
    _ navd: World, as uid: UInt32, _ count: Int
  ) throws -> [DaemonInProcess.Client] {
    try (0..<count).map { _ in
      let watcher = try navd.connect(as: uid)
      try watcher.send(request("subscribe", "\"session\":\"shop\",\"app\":\"shop\""))
      return watcher
    }
  }

  /// Makes 66 events of 15 KiB each in the session `shop`.
  private func flood(_ sender: DaemonInProcess.Client, _ navd: World) throws {
    for _ in 0..<66 {
      // However slow the machine is, nobody is over the soft limit for long.
      for connection in navd.daemon.daemon.connections.all { connection.overSince = nil }
      try sender.send(
        request(
          "send",
          "\"session\":\"shop\",\"link\":\"shop:item/\(String(repeating: "x", count: 15_000))\""))
      #expect(try sender.lines().count == 1)
    }
  }

  private func request(_ method: String, _ params: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":{\(params)}}\n"
  }

  private func ping(_ id: Int) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"ping\"}\n"
  }

  private func pong(_ id: Int) -> String { "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":{}}" }

  private func open(_ number: Int, length: Int = 1) -> String {
    "\"shop:item/\(number)-\(String(repeating: "x", count: length))\"\n"
  }
}
