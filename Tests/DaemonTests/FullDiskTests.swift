import Foundation
import JSON
import NavCore
import NavProtocol
import NavServer
import NavStore
import TestSupport
import Systemd
import Testing
import UnixIO

@testable import navd

@MainActor
@Suite(.serialized) struct FullDiskTests {
  @Test func `A send that finds no space is answered so, and works again by itself`() throws {
    let world = try FullDiskWorld()
    try world.ask(0, "subscribe", "\"session\":\"shop\",\"app\":\"shop\",\"role\":\"frontend\"")
    try world.recover()
    try world.ask(1, "send", "\"link\":\"shop:item/1\"", key: "a")
    try world.ask(2, "session.get", "\"session\":\"shop\"")
    world.store.fail()
    try world.settle()
    #expect(world.isFull)
    #expect(world.status.hasPrefix("the disk is full"))
    try world.listen()
    #expect(world.refused == 1)
    #expect(world.clients[2].asked.isEmpty)
    #expect(world.clients[0].revs["shop"] == 0)
    try world.ask(1, "send", "\"link\":\"shop:item/1\"", key: "a")
    try world.ask(2, "subscribe", "\"session\":\"shop\"")
    try world.listen()
    #expect(world.refused == 2)
    #expect(world.clients[2].revs["shop"] == 0)
    try world.recover()
    #expect(!world.isFull)
    try world.ask(1, "send", "\"link\":\"shop:item/1\"", key: "a")
    try world.recover()
    #expect(world.remembered["a"] != nil)
    #expect(world.clients[0].revs["shop"] == 1)
    #expect(world.clients[2].revs["shop"] == 1)
    try world.compare()
    #expect(world.broken.isEmpty, "\(world.broken.joined(separator: "\n"))")
  }

  @Test func `Any other failure ends the daemon`() throws {
    let world = try FullDiskWorld()
    try world.ask(1, "send", "\"link\":\"shop:item/1\"")
    world.store.fail(.inputOutput)
    world.navd.daemon.takeCompletions()
    #expect(!world.isFull)
    #expect(try world.navd.loop.run() == ExitCode.store.rawValue)
    #expect(try world.clients[1].end.available().isEmpty)
  }

  /// `NAVD_FAULTS` says how many programs are tried.
  @Test func `Whatever fails while anything happens, what is told is what is stored`() throws {
    let count =
      ProcessInfo.processInfo.environment["NAVD_FAULTS"].flatMap { Int($0) } ?? 6
    var (refused, done) = (0, 0)
    for seed in 1...UInt64(count) {
      let world = try FullDiskWorld()
      var random = SplitMix(seed: seed)
      for _ in 0..<100 { try step(world, &random) }
      try world.recover()
      try world.compare()
      try world.conclude()
      for client in world.clients where !client.asked.isEmpty {
        world.broken.append("never answered: \(client.asked)")
      }
      (refused, done) = (refused + world.refused, done + world.done)
      #expect(world.broken.isEmpty, "seed \(seed): \(world.broken.joined(separator: "\n"))")
      if !world.broken.isEmpty { return }
    }
    print("\(count) programs: \(done) sends stored, \(refused) requests not_durable")
    #expect(refused > count && done > count)
  }

  private func step(_ world: FullDiskWorld, _ random: inout SplitMix) throws {
    let index = Int.random(in: 0..<4, using: &random)
    let session = Bool.random(using: &random) ? "shop" : "two"
    let at = "\"session\":\"\(session)\""
    switch Int.random(in: 0..<24, using: &random) {
    case 0...5:
      let key = Int.random(in: 0..<60, using: &random)
      try world.ask(
        index, "send", "\(at),\"link\":\"shop:item/\(Int.random(in: 0..<3, using: &random))\"",
        key: key < 20 ? "k\(key)" : "")
    case 6:
      try world.replace(index)
      try world.subscribe(index, session, "\"role\":\"frontend\"")
    case 7:
      try world.replace(index)
      try world.subscribe(
        index, session, "\"role\":\"frontend\",\"takeover\":true,\"ack\":\"auto\"")
    case 8, 9:
      if Bool.random(using: &random) { try world.replace(index) }
      try world.subscribe(index, session, "\"role\":\"observer\"")
    case 10: try world.ask(index, "ack", "\(at),\"rev\":\(Int.random(in: 0..<9, using: &random))")
    case 11: try world.ask(index, "navigate", "\(at),\"commands\":[{\"op\":\"back\"}]")
    case 12: try world.ask(index, "session.get", at)
    case 13: try world.ask(index, "session.close", at)
    case 14, 15:
      try world.ask(index, "send", "\(at),\"link\":\"shop:item/7\",\"wait\":\"acked\"")
    case 16, 17: world.store.succeed(1)
    case 18: world.store.succeed()
    case 19, 20:
      world.store.fail()
      try world.settle()
      if Int.random(in: 0..<3, using: &random) > 0 { try world.recover() }
    case 21: world.navd.daemon.tryStoring()
    default: try world.listen()
    }
    try world.settle()
  }
}
