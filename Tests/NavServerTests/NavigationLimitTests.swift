import Foundation
import JSON
import NavCore
import NavServer
import TestSupport
import Testing

@Suite struct `Limits of a navigation state` {
  private func send(_ payload: String, _ more: String = "") -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\"payload\":\(payload),"
      + "\"session\":\"mall\"\(more)}}"
  }

  private func commands(_ lines: [String], in world: LawWorld) -> [String] {
    lines.map { line in
      world.say(line, as: 4)
      world.judge("mall")
      return world.lastEvent
    }
  }

  private func watched() -> LawWorld {
    let world = LawWorld()
    world.say(
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"mall\",\"app\":\"mall\"}}",
      as: 2)
    return world
  }

  @Test func `The 65th entry of a stack takes the oldest above the root out, in its event`() {
    let world = watched()
    let events = commands(
      (0..<70).map { send("{\"screen\":\"Page\",\"params\":{\"id\":\($0)}}") }, in: world)
    #expect(!events[62].contains("\"remove\""))
    #expect(events[63].contains("{\"op\":\"remove\",\"key\":\"e4\"}"))
    #expect(events[69].contains("{\"op\":\"remove\",\"key\":\"e10\"}"))
    #expect(world.broken.isEmpty, "\(world.broken)")
  }

  @Test func `At 50 notices the oldest goes, in the same event`() {
    let world = watched()
    let events = commands(
      (0..<52).map { send("{\"aps\":{\"alert\":\"\($0)\"}}") }, in: world)
    #expect(!events[49].contains("clear_notice"))
    #expect(events[50].contains("{\"op\":\"clear_notice\",\"id\":\"n1\"}"))
    #expect(events[51].contains("{\"op\":\"clear_notice\",\"id\":\"n2\"}"))
    #expect(world.broken.isEmpty, "\(world.broken)")
  }

  @Test func `A state beyond its bytes is refused and nothing changes`() {
    let world = watched()
    let text = String(repeating: "x", count: 60_000)
    for id in 0..<4 {
      world.say(
        send("{\"screen\":\"Order\",\"params\":{\"id\":\(id),\"part\":\"\(text)\"}}"), as: 4)
      if id < 3 { #expect(String(decoding: world.answer, as: UTF8.self).contains("queued")) }
    }
    #expect(String(decoding: world.answer, as: UTF8.self).contains("too_large"))
    world.judge("mall")
    #expect(world.rev == 3)
    #expect(world.broken.isEmpty, "\(world.broken)")
  }

  @Test func `Modals beyond 16 take the lowest out, a report's too`() {
    let world = watched()
    let events = commands(
      (0..<18).map { send("{\"screen\":\"Sheet\",\"params\":{\"id\":\($0)}}") }, in: world)
    #expect(!events[15].contains("\"remove\""))
    #expect(events[16].contains("{\"op\":\"remove\",\"key\":\"e4\"}"))
    #expect(world.broken.isEmpty, "\(world.broken)")
  }
}
