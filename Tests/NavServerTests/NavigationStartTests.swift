import Foundation
import JSON
import NavCore
import NavProtocol
import NavServer
import TestSupport
import Testing

@Suite struct `Starting the front end` {
  /// How often a unit is asked for while the lines are received.
  private func starts(_ lines: [String], _ server: inout Server) -> Int {
    var effects = Effects()
    let now = Moment(boot: 1000, wall: 1_764_460_800_000)
    server.connect(1, peer: Peer(uid: 1000, isAdmin: false), at: now, into: &effects)
    for line in lines {
      let bytes = Array(line.utf8)
      server.receive(bytes.span, from: 1, at: now, into: &effects)
    }
    server.seal(into: &effects)
    return effects.records.count { $0.kind == .activate }
  }

  private let subscription = """
    {"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"session":"mall","app":"mall",\
    "role":"frontend"}}
    """

  @Test(arguments: [
    "\"mall:/orders/1\"", "{\"screen\":\"Account\",\"params\":{\"section\":\"a\"}}",
    "{\"aps\":{\"alert\":\"text\"}}",
  ])
  func `is asked for by what comes while there is none, and not while there is one`(
    _ line: String
  ) {
    var server = Server(resolver: LawWorld.manifests[0], epoch: "test", version: "0")
    #expect(starts([line], &server) == 1)
    #expect(starts([subscription, line], &server) == 0)
  }
}
