import JSON
import NavCore
import NavProtocol
import NavServer

/// Whole messages: a line in, an event and an answer out, as the daemon's turns have them but for the sockets.
enum ServerCases {
  static var all: [Case] {
    [
      Case("server/payload") { send(ServerCases.payload) },
      Case("server/payload-stored") { send(ServerCases.payload, isStored: true) },
      Case("server/link") { send(#"{"link":"https://shop.example.com/r7/42?title=Boots"}"#) },
      Case("server/sessions-10k") { send(ServerCases.payload, sessions: 10_000) },
      Case("server/open-50") { open("Top", sessions: 1) },
      Case("server/open-50-sessions-10k") { open("Top", sessions: 10_000) },
      Case("server/push-64") { open("More", sessions: 1) },
      Case("server/navigate-50") { navigate() },
      Case("server/ping") {
        let world = World()
        return { world.say(#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#) }
      },
    ]
  }

  private static let payload =
    #"{"payload":{"className":"HKOrderDetailViewController","orderid":"201911250001","#
    + #""title":"Your order is on its way","body":"Tap to see where it is","#
    + #""image":"https://shop.example.com/i/201911250001.jpg"}}"#

  /// The same destination again and again: an update of the entry on top.
  private static func send(
    _ params: String, sessions: Int = 1, isStored: Bool = false
  ) -> () -> Void {
    let world = World(sessions: sessions, isStored: isStored)
    let inner = params.dropFirst()
    let lines = (0..<min(sessions, 4096)).map { index in
      let session = (index &* 7919) % sessions
      return
        #"{"jsonrpc":"2.0","id":7,"method":"send","params":{"session":"s@\#(session)",\#(inner)}"#
    }
    let bytes = lines.map { Array($0.utf8) }
    var next = 0
    return {
      world.say(bytes[next])
      next = next + 1 == bytes.count ? 0 : next + 1
    }
  }

  /// Two destinations in turn on a stack of 50 entries or more: the same place with other params, or one
  /// more entry, for which the oldest goes when the stack is full.
  private static func open(_ screen: String, sessions: Int) -> () -> Void {
    let world = World(sessions: sessions)
    for session in 0..<sessions {
      for item in 0..<49 {
        world.say(line(session, "Item", item))
      }
    }
    let lines = (0..<min(sessions, 1024)).map { index in
      let session = (index &* 7919) % sessions
      return [Array(line(session, screen, 1).utf8), Array(line(session, screen, 2).utf8)]
    }
    for pair in lines { for one in pair { world.say(one) } }
    if screen == "More" { for _ in 0..<8 { for one in lines[0] { world.say(one) } } }
    var next = 0
    var side = 0
    return {
      world.say(lines[next][side])
      next = next + 1 == lines.count ? 0 : next + 1
      if next == 0 { side = 1 - side }
    }
  }

  private static func line(_ session: Int, _ screen: String, _ id: Int) -> String {
    #"{"jsonrpc":"2.0","id":7,"method":"send","params":{"session":"s@\#(session)","#
      + #""payload":{"className":"\#(screen)","id":"\#(id)"}}}"#
  }

  /// Explicit control with 50 entries: a push, then back.
  private static func navigate() -> () -> Void {
    let world = World()
    for item in 0..<49 { world.say(line(0, "Item", item)) }
    let head = #"{"jsonrpc":"2.0","id":7,"method":"navigate","params":{"session":"s@0","commands":"#
    let lines = [
      head + #"[{"op":"push","entry":{"screen":"Item","params":{"id":"x"}}}]}}"#,
      head + #"[{"op":"back"}]}}"#,
    ].map { Array($0.utf8) }
    var side = 0
    return {
      world.say(lines[side])
      side = 1 - side
    }
  }
}

/// A server with sessions that each have a front end which acks by itself, without sockets.
private final class World {
  private var server: Server
  private var effects: Effects
  private let now = Moment(boot: 1_000_000, wall: 1_764_460_800_000)

  init(sessions: Int = 1, isStored: Bool = false) {
    let (manifest, problems) = ManifestLoader.load(path: "bench.json", bytes: World.manifest)
    guard let manifest else { stop(problems.map(\.text.string).joined(separator: "\n")) }
    var more: [Text] = []
    server = Server(resolver: Resolver([manifest], problems: &more), epoch: "b3nc", version: "0")
    effects = Effects(storesRows: isStored)
    server.connect(0, peer: Peer(uid: 0, isAdmin: true), at: now, into: &effects)
    for session in 0..<sessions {
      let id = Int32(session + 1)
      server.connect(id, peer: Peer(uid: UInt32(session)), at: now, into: &effects)
      let line =
        #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"session":"s","app":"bench","#
        + #""role":"frontend","ack":"auto"}}"#
      server.receive(Array(line.utf8).span, from: id, at: now, into: &effects)
    }
    endTurn()
  }

  func say(_ line: String) { say(Array(line.utf8)) }

  func say(_ line: [UInt8]) {
    server.receive(line.span, from: 0, at: now, into: &effects)
    guard effects.records.contains(where: { $0.kind == .reply }) else { stop("no answer") }
    endTurn()
  }

  private func endTurn() {
    server.seal(into: &effects)
    effects.removeAll()
  }

  private static let manifest: [UInt8] = {
    var text =
      #"{"app":"bench","hosts":["shop.example.com"],"root":"Home","screens":{"Home":{},"#
      + #""Item":{"identity":["id"],"params":{"id":"string"}},"#
      + #""Top":{"identity":[],"params":{"id":"string"}},"More":{"params":{"id":"string"}},"#
      + #""OrderDetail":{"aliases":["HKOrderDetailViewController"],"identity":["orderid"],"params":"#
      + #"{"orderid":"string","title":"string","body":"string","image":"url"}}"#
    for route in 0..<1000 {
      text += #","R\#(route)":{"params":{"orderid":"string","title":"string"},"#
      text += #""links":["/r\#(route)/:orderid"]}"#
    }
    return Array((text + "}}").utf8)
  }()
}
