import Foundation
import JSON
import NavProtocol
import NavServer
import Testing

/// Each share of a uid is filled by one, and nobody else notices.
@Suite struct `Shares of a user` {
  private let bench: Seatbench

  init() throws {
    bench = try Seatbench()
    bench.connection("a", uid: 1000)
    bench.connection("b", uid: 1001, isSender: true)
    bench.connection("root", uid: 0)
  }

  /// The answer of a request.
  private func ask(_ client: String, _ method: String, _ params: String) -> String {
    bench.say(
      #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":{\#(params)}}"#, as: client)
    while let line = bench.next(client) { if line.contains(#""id":7"#) { return line } }
    return ""
  }

  private func usage(_ uid: UInt32) -> Usage? { bench.server.usage.first { $0.uid == uid } }

  private func stored(_ uid: UInt32) -> Int { usage(uid)?.storedBytes ?? 0 }

  /// Restarts, and finds the same counters of what is stored.
  private func restart() {
    let before = bench.server.usage.filter { $0.storedBytes > 0 || $0.calls > 0 }
    bench.restart()
    let after = bench.server.usage.filter { $0.storedBytes > 0 || $0.calls > 0 }
    #expect(after.map(\.storedBytes) == before.map(\.storedBytes))
    #expect(after.map(\.calls) == before.map(\.calls))
    bench.connection("a", uid: 1000)
    bench.connection("b", uid: 1001, isSender: true)
  }

  private func order(_ number: Int, length: Int = 8000) -> String {
    #""link":"navigateApp://orders/\#(number)-\#(String(repeating: "x", count: length))""#
  }

  /// Closes everything, and finds no counter that is not zero.
  private func leave() {
    for client in ["a", "b", "root"] { bench.close(client) }
    bench.connection("root", uid: 0)
    while let name = bench.server.usage.first(where: { $0.sessions > 0 })?.uid {
      let list = ask("root", "session.list", "")
      let full = list.split(separator: "\"").first { $0.hasSuffix("@\(name)") } ?? ""
      #expect(ask("root", "session.close", #""session":"\#(full)""#).contains("result"))
    }
    bench.close("root")
    bench.pass(milliseconds: WireLimits.keyLifetime + WireLimits.syncInterval)
    bench.connection("root", uid: 0)
    #expect(ask("root", "subscribe", #""session":"x","app":"shop""#).contains("result"))
    bench.pass(milliseconds: WireLimits.keyLifetime + WireLimits.syncInterval)
    #expect(ask("root", "session.close", #""session":"x""#).contains("result"))
    bench.close("root")
    #expect(bench.server.usage.isEmpty, "\(bench.server.usage)")
  }

  @Test func `are 64 sessions`() {
    for number in 1...64 {
      let answer = ask("a", "subscribe", #""session":"s\#(number)","app":"shop""#)
      if number % 16 == 0 {
        bench.close("a")
        bench.connection("a", uid: 1000)
      }
      #expect(answer.contains("result"))
    }
    let answer = ask("a", "subscribe", #""session":"s65","app":"shop""#)
    #expect(answer.contains("quota_exceeded"))
    #expect(answer.contains("64 sessions of 64"))
    #expect(ask("b", "subscribe", #""session":"s1","app":"shop""#).contains("result"))
    #expect(usage(1000)?.sessions == 64)
    leave()
  }

  @Test func `are 16 subscriptions and 64 waits of a connection`() {
    for number in 1...16 {
      #expect(ask("a", "subscribe", #""session":"s\#(number)","app":"shop""#).contains("result"))
    }
    let answer = ask("a", "subscribe", #""session":"s17","app":"shop""#)
    #expect(answer.contains("quota_exceeded"))
    #expect(answer.contains("16 subscriptions of 16"))
    for _ in 1...64 {
      #expect(ask("a", "send", #""session":"s1","wait":"acked",\#(order(1, length: 1))"#) == "")
    }
    let late = ask("a", "send", #""session":"s1","wait":"acked",\#(order(1, length: 1))"#)
    #expect(late.contains("quota_exceeded"))
    #expect(late.contains("64 waits of 64"))
    let usage = usage(1000)
    #expect(usage?.subscriptions == 16)
    #expect(usage?.waits == 64)
    #expect(usage?.connections == 1)
    leave()
  }

  @Test func `are 8 MiB of what waits, and acks give them back`() {
    var answer = ""
    var count = 0
    while count < 3000 {
      answer = ask("a", "send", #""session":"s\#(count % 16)","app":"shop",\#(order(1))"#)
      if !answer.contains("result") { break }
      count += 1
    }
    #expect(answer.contains("quota_exceeded"), "\(answer)")
    #expect(answer.contains("uid 1000 has \(stored(1000)) stored bytes of 8388608"))
    #expect(stored(1000) < WireLimits.storedPerUser + WireLimits.requestLine)
    #expect(ask("b", "send", #""session":"s1@1000",\#(order(1))"#).contains("result"))
    #expect(stored(1001) > 8000)
    #expect(ask("root", "send", #""session":"s1@1000",\#(order(1))"#).contains("result"))
    #expect(ask("a", "session.get", #""session":"s1""#).contains("result"))

    restart()
    let before = stored(1000)
    #expect(ask("a", "send", #""session":"s0",\#(order(1))"#).contains("quota_exceeded"))
    #expect(ask("a", "subscribe", #""session":"s0","role":"frontend""#).contains("result"))
    #expect(ask("a", "ack", #""session":"s0","rev":5"#).contains("result"))
    #expect(stored(1000) < before)
    #expect(ask("a", "send", #""session":"s0",\#(order(1))"#).contains("result"))
    leave()
  }

  @Test func `hold what an ack with every event never charges`() {
    #expect(
      ask("a", "subscribe", #""session":"shop","app":"shop","role":"frontend","ack":"auto""#)
        .contains("result"))
    for number in 1...20 {
      #expect(ask("a", "send", #""session":"shop",\#(order(number))"#).contains("delivered"))
    }
    #expect(stored(1000) == 0)
    leave()
  }

  @Test func `hold notices, what waits for a condition, and keys`() {
    #expect(
      ask("a", "subscribe", #""session":"shop","app":"shop","role":"frontend","ack":"auto""#)
        .contains("result"))
    let held = ask("b", "send", #""session":"shop@1000","link":"navigateApp://account/bills""#)
    #expect(held.contains(#""outcome":"held""#))
    let holding = stored(1001)
    #expect(holding > 0)
    let alert = #""payload":{"aps":{"alert":{"title":"hello","body":"there"}}}"#
    for _ in 1...60 {
      let answer = ask("b", "send", #""session":"shop@1000",\#(alert)"#)
      #expect(answer.contains(#""outcome":"noticed""#))
    }
    let noticing = stored(1001) - holding
    #expect((50 * 100...50 * 400).contains(noticing))
    let key = ask("b", "send", #""session":"shop@1000","key":"k",\#(order(1, length: 100))"#)
    #expect(key.contains("result"))
    #expect(stored(1001) > holding + noticing)

    let before = stored(1001)
    restart()
    #expect(
      ask("a", "subscribe", #""session":"shop","role":"frontend","ack":"auto""#)
        .contains("result"))
    let signed = ask("a", "report", #""session":"shop","conditions":{"signed_in":true}"#)
    #expect(signed.contains("result"))
    #expect(stored(1001) == before - holding)
    leave()
  }

  @Test func `are 256 un-acked calls of a sender, 512 of a session`() {
    bench.connection("c", uid: 1002, isSender: true)
    func call(_ client: String) -> String {
      ask(
        client, "send",
        #""session":"shop@1000","payload":{"className":"DemoViewController","method":"refreshUserInformation"}"#
      )
    }
    #expect(ask("a", "subscribe", #""session":"shop","app":"shop","role":"frontend""#) != "")
    for _ in 1...256 { #expect(call("b").contains("result")) }
    let refused = call("b")
    #expect(refused.contains("backlog_full"))
    #expect(refused.contains("256 un-acked calls of uid 1001 of 256"))
    for _ in 1...256 { #expect(call("c").contains("result")) }
    #expect(call("a").contains("512 un-acked calls of 512 in all"))
    #expect(usage(1001)?.calls == 256)
    restart()
    let snapshot = ask("a", "subscribe", #""session":"shop","role":"frontend""#)
    #expect(snapshot.contains("result"))
    #expect((bench.next("a") ?? "").utf8.count < WireLimits.serverLine)
    #expect(ask("a", "ack", #""session":"shop","rev":512"#).contains("result"))
    #expect(call("b").contains("result"))
    leave()
  }
}
