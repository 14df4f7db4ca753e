import Glibc
import Systemd
import Testing
import UnixIO

@testable import navd

/// Bytes that many sockets get from the same pages.
@MainActor
@Suite(.serialized)
struct SharedBytesTests {
  private func bytes(_ count: Int, from first: Int = 0) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 + first) &* 31 / 7) }
  }

  private func hold(_ bytes: [UInt8], in shared: inout SharedBytes) -> Bool {
    bytes.withUnsafeBytes { shared.hold($0) }
  }

  private func send(_ shared: borrowing SharedBytes, to socket: Int32) -> Int? {
    do throws(SystemdError) {
      return try shared.send(to: socket)
    } catch {
      return nil
    }
  }

  private func received(_ socket: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    while case .count = Transfer.receive(socket, appendingTo: &bytes) {}
    return bytes
  }

  @Test(arguments: [1, 4096, 8191, 20_000, 49_152])
  func `Every socket gets what is held`(count: Int) throws {
    var shared = SharedBytes()
    let isOpen = shared.isOpen
    #expect(!isOpen)
    let isHeld = hold(bytes(count), in: &shared)
    #expect(isHeld)
    for _ in 0..<3 {
      try UnixSocket.withPair { first, second in
        let sent = send(shared, to: first.raw)
        #expect(sent == count)
        #expect(received(second.raw) == bytes(count))
      }
    }
  }

  @Test func `What a socket has not read stays when other bytes are held`() throws {
    var shared = SharedBytes()
    try UnixSocket.withPair { first, second in
      for round in 0..<4 {
        let isHeld = hold(bytes(10_000, from: round), in: &shared)
        #expect(isHeld)
        let sent = send(shared, to: first.raw)
        #expect(sent == 10_000)
      }
      shared.clear()
      #expect(received(second.raw) == (0..<4).flatMap { bytes(10_000, from: $0) })
    }
  }

  @Test func `A full socket takes the first part, then nothing, and the next one everything`()
    throws
  {
    var shared = SharedBytes()
    let isHeld = hold(bytes(40_000), in: &shared)
    #expect(isHeld)
    try UnixSocket.withPair { first, second in
      var sent = 0
      var last = 0
      repeat {
        let taken = send(shared, to: first.raw)
        last = try #require(taken)
        sent += last
      } while last == 40_000
      #expect(last < 40_000)
      let more = last == 0 ? 0 : send(shared, to: first.raw)
      #expect(more == 0)
      try UnixSocket.withPair { third, fourth in
        let sent = send(shared, to: third.raw)
        #expect(sent == 40_000)
        #expect(received(fourth.raw) == bytes(40_000))
      }
      let got = received(second.raw)
      #expect(got.count == sent)
      #expect(Array(got.prefix(40_000)) == bytes(40_000))
      #expect(Array(got.suffix(last)) == bytes(last))
    }
  }

  @Test func `More than a pipe has is not held, and nothing is`() {
    var shared = SharedBytes()
    let held = [hold(bytes(SharedBytes.most + 1), in: &shared), hold([], in: &shared)]
    #expect(held == [false, false])
    let count = shared.count
    #expect(count == 0)
  }

  @Test func `A peer that is gone is told, and the next socket gets everything`() throws {
    ProcessLimits.ignoreBrokenPipes()
    var shared = SharedBytes()
    let isHeld = hold(bytes(9000), in: &shared)
    #expect(isHeld)
    try UnixSocket.withPair { first, second in
      shutdown(second.raw, Int32(SHUT_RDWR))
      let sent = send(shared, to: first.raw)
      #expect(sent == nil)
    }
    try UnixSocket.withPair { first, second in
      let sent = send(shared, to: first.raw)
      #expect(sent == 9000)
      #expect(received(second.raw) == bytes(9000))
    }
  }

  @Test func `Nine subscribers get a turn's events alike, one of them late, one never`() throws {
    ProcessLimits.ignoreBrokenPipes()
    let navd = try DaemonInProcess()
    let sender = try navd.connect()
    try sender.send("\"shop:item/0\"\n")
    let subscribe =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":"
      + "{\"session\":\"shop\",\"role\":\"observer\"}}\n"
    var clients: [DaemonInProcess.Client] = []
    for number in 1...9 {
      clients.append(try navd.connect())
      try clients.last?.send(subscribe)
      #expect(try clients.last?.lines().last?.contains("\"sync\"") == true)
      if number == 8, let late = navd.daemon.connections.all.last?.descriptor.raw {
        // It takes a part of a turn at most.
        var size: Int32 = 8192
        #expect(setsockopt(late, SOL_SOCKET, SO_SNDBUF, &size, 4) == 0)
      }
    }
    try clients.removeLast().end()
    let rounds = 3
    let long = String(repeating: "x", count: 300)
    var lines = [[String]](repeating: [], count: clients.count)
    for round in 0..<rounds {
      try sender.send((0..<40).map { "\"shop:item/\(round * 40 + $0)-\(long)\"\n" }.joined())
      #expect(try sender.lines().count == (round == 0 ? 41 : 40))
      for index in clients.indices.dropLast() { lines[index] += try clients[index].lines() }
    }
    let isOpen = navd.daemon.shared.isOpen
    #expect(isOpen)
    #expect(navd.daemon.output.total > 0)
    lines[lines.count - 1] = try #require(clients.last).lines()
    let events = try #require(lines.first)
    #expect(events.count == rounds * 40)
    for (index, line) in events.enumerated() where !line.contains("\"rev\":\(index + 2),") {
      Issue.record("event \(index): \(line)")
    }
    for other in lines.dropFirst() { #expect(other == events) }
  }
}
