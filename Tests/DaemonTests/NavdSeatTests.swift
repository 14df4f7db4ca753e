import NavProtocol
import Testing

@testable import navd

/// A front end is killed and another one started while navd does something else.
@MainActor
@Suite(.serialized) struct NavdSeatTests {
  /// What the killed one has sent that is not read yet.
  nonisolated static let remains = [
    "nothing": "", "an ack": ack + "\n", "half a line": ack,
    "more than is read at once": String(repeating: ack + "\n", count: 400),
  ]

  @Test(arguments: remains.keys.sorted(), [true, false])
  func `The seat of a killed front end is free in the turn that reads its end`(
    rest: String, isKilledFirst: Bool
  ) throws {
    let navd = try DaemonInProcess()
    let sender = try navd.connect()
    let next = try navd.connect()
    try next.send(NavdSeatTests.ping)
    #expect(try next.lines().count == 1)
    var killed: DaemonInProcess.Client? = try navd.connect()
    try killed?.send(NavdSeatTests.subscribe)
    #expect(try killed?.lines().count == 3)
    try sender.send("\"shop:item/1\"\n")
    #expect(try sender.lines().count == 1)

    if !isKilledFirst { try next.write(NavdSeatTests.subscribe) }
    try killed?.write(NavdSeatTests.remains[rest] ?? "")
    killed = nil
    if isKilledFirst { try next.write(NavdSeatTests.subscribe) }
    try navd.settle()
    let lines = try next.lines()
    #expect(lines.count == 3 && lines[0].contains("\"mode\":\"snapshot\",\"rev\":1"), "\(lines)")
    #expect(navd.daemon.connections.count == 2)
    try sender.send(NavdSeatTests.list)
    let acked = rest == "nothing" ? 0 : 1
    #expect(try sender.lines().last?.contains("\"rev\":1,\"acked\":\(acked),") == true)
    try sender.send("\"shop:item/2\"\n")
    #expect(try next.lines().first?.contains("\"rev\":2,") == true)
  }

  @Test func `So it is where the killed one has left answers and events unread`() throws {
    let navd = try DaemonInProcess()
    let sender = try navd.connect()
    let next = try navd.connect()
    var killed: DaemonInProcess.Client? = try navd.connect()
    try killed?.send(NavdSeatTests.subscribe)
    let big = "\"shop:item/\(String(repeating: "x", count: 4096))\"\n"
    for _ in 0..<1000 where navd.daemon.output.total == 0 {
      try sender.send(big)
      _ = try sender.lines()
    }
    #expect(navd.daemon.output.total > 0)
    killed = nil
    try next.write(NavdSeatTests.subscribe)
    try navd.settle()
    #expect(try next.lines().first?.contains("\"mode\":\"snapshot\"") == true)
    #expect(navd.daemon.output.total == 0)
    #expect(navd.daemon.connections.count == 2)
  }

  @Test func `A front end that only ended its side keeps its seat`() throws {
    let navd = try DaemonInProcess()
    let next = try navd.connect()
    let first = try navd.connect()
    try first.send(NavdSeatTests.subscribe)
    #expect(try first.lines().count == 3)
    try first.write(NavdSeatTests.ack)
    try first.end()
    try next.send(NavdSeatTests.subscribe)
    #expect(try next.lines().first?.contains("session_busy") == true)
    try next.send("\"shop:item/1\"\n")
    #expect(try first.lines().count == 1)
    #expect(!first.hasEnded)
  }

  /// The end of the killed one and the start of the next are in the turn whose commit is under way.
  @Test(arguments: [true, false])
  func `So it is after a commit, done or failed`(isStored: Bool) throws {
    let world = try FullDiskWorld()
    try world.subscribe(0, "shop", "\"role\":\"frontend\"")
    try world.recover()
    try world.ask(2, "send", "\"link\":\"shop:item/1\"")
    try world.recover()
    #expect(world.clients[0].revs["shop"] == 1)
    try world.clients[0].end.write(NavdSeatTests.ack)
    world.clients[0] = FullDiskWorld.Client(try world.navd.open())
    try world.subscribe(1, "shop", "\"role\":\"frontend\"")
    #expect(world.store.pending == 1)
    if isStored {
      try world.recover()
    } else {
      world.store.fail()
      try world.settle()
      try world.recover()
      #expect(world.refused == 1)
      #expect(world.clients[1].revs["shop"] == nil)
      try world.subscribe(1, "shop", "\"role\":\"frontend\"")
      try world.recover()
    }
    #expect(world.clients[1].revs["shop"] == 1)
    try world.ask(2, "send", "\"link\":\"shop:item/2\"")
    try world.recover()
    #expect(world.clients[1].revs["shop"] == 2)
    try world.compare()
    #expect(world.broken.isEmpty, "\(world.broken.joined(separator: "\n"))")
  }

  private nonisolated static let ack =
    "{\"jsonrpc\":\"2.0\",\"method\":\"ack\",\"params\":{\"session\":\"shop\",\"rev\":1}}"
  private static let ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"
  private static let list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.list\"}\n"
  private static let subscribe = """
    {"jsonrpc":"2.0","id":1,"method":"subscribe",\
    "params":{"session":"shop","app":"shop","role":"frontend"}}

    """
}
