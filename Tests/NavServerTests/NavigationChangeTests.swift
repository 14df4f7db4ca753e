import Foundation
import JSON
import NavCore
import NavServer
import TestSupport
import Testing

@Suite struct `Changes from outside` {
  private func watched() -> LawWorld {
    let world = LawWorld()
    for (id, role) in [(Int32(0), "frontend"), (2, "observer")] {
      world.say(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"mall\","
          + "\"app\":\"mall\",\"role\":\"\(role)\"}}", as: id)
    }
    return world
  }

  private func open(_ screen: String, _ params: String = "{}", in world: LawWorld) {
    world.say("{\"screen\":\"\(screen)\",\"params\":\(params)}", as: 4)
    world.judge("mall")
  }

  @Test func `Other tabs make a reset that keeps what is still there`() {
    let world = watched()
    open("Order", "{\"id\":1}", in: world)
    open("Chapter", "{\"id\":1}", in: world)
    open("Wallet", "{\"card\":1}", in: world)
    world.reload()
    world.judge("mall")
    let event = world.lastEvent
    #expect(event.contains("\"commands\":[{\"op\":\"reset\",\"state\":{\"tab\":\"orders\""))
    #expect(event.contains("\"screen\":\"Order\"") && event.contains("\"more\":[{"))
    #expect(!event.contains("Chapter") && !event.contains("\"home\""))
    #expect(!String(decoding: world.answer, as: UTF8.self).contains("Wallet"))
    #expect(world.broken.isEmpty, "\(world.broken)")
  }

  @Test func `A clock that is set neither ends a visit nor clears a notice`() {
    let world = watched()
    open("Camera", "{\"door\":\"a\"}", in: world)
    let began = world.rev
    world.say(
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\"payload\":"
        + "{\"aps\":{\"alert\":\"t\"}},\"session\":\"mall\",\"ttl\":20}}", as: 4)
    world.pass(1000, wall: 86_400_000)
    world.pass(1000, wall: -86_400_000_000)
    world.judge("mall")
    #expect(world.rev == began + 1)
    world.pass(18_000, wall: 0)
    world.judge("mall")
    #expect(world.rev == began + 2 && world.lastEvent.contains("clear_notice"))
    world.pass(10_000, wall: 0)
    world.judge("mall")
    #expect(world.rev == began + 3 && world.lastEvent.contains("\"until\":null"))
    #expect(world.broken.isEmpty, "\(world.broken)")
  }

  @Test func `A session whose manifest is gone is kept, unreachable, until it is back`() {
    let world = watched()
    open("Order", "{\"id\":1}", in: world)
    let (rev, state) = (world.rev, world.parsedState())
    world.reload(isThere: false)
    func kind(_ method: String, _ params: String, as id: Int32 = 4) -> String {
      world.say(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":{\"session\":\"mall\"\(params)}}",
        as: id)
      let answer = String(decoding: world.answer, as: UTF8.self)
      return answer.firstRange(of: "\"kind\":\"").map {
        String(answer[$0.upperBound...].prefix { $0 != "\"" })
      } ?? "result"
    }
    let link = ",\"link\":\"mall:/orders/2\""
    #expect(kind("send", link) == "no_such_app")
    #expect(kind("resolve", link) == "no_such_app")
    #expect(kind("navigate", ",\"commands\":[{\"op\":\"back\"}]") == "no_such_app")
    #expect(kind("report", ",\"conditions\":{}", as: 0) == "no_such_app")
    #expect(kind("ack", ",\"rev\":1", as: 0) == "result")
    #expect(kind("history", "") == "result")
    world.pass(400_000, wall: 0)
    world.judge("mall")
    #expect(world.rev == rev && world.parsedState() == state)
    world.reload(isThere: true)
    world.judge("mall")
    #expect(world.rev == rev && world.parsedState() == state)
    #expect(kind("send", link) == "result")
    world.judge("mall")
    #expect(world.rev == rev + 1)
    #expect(world.broken.isEmpty, "\(world.broken)")
  }

  @Test func `Manifests that change while navd is down count when it starts`() {
    let world = watched()
    open("Chapter", "{\"id\":1}", in: world)
    let rev = world.rev
    world.restart(manifest: 1)
    world.judge("mall")
    #expect(world.rev == rev + 1)
    #expect(world.lastEvent.contains("\"commands\":[{\"op\":\"reset\""))
    #expect(!String(decoding: world.answer, as: UTF8.self).contains("Chapter"))
    world.restart(manifest: 1)
    world.judge("mall")
    #expect(world.rev == rev + 1)
    #expect(world.broken.isEmpty, "\(world.broken)")
  }
}
