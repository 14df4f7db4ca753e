import Foundation
import NavProtocol
import TestSupport
import Testing

@testable import NavServer

/// `server.stats` and `app.get`, as the server alone answers them.
@Suite struct `Statistics` {
  private let bench: Seatbench

  init() throws {
    bench = try Seatbench()
    // The moment of the start is what uptime counts from.
    bench.restart()
  }

  private func call(_ method: String, _ params: String = "{}", as client: String = "") throws
    -> [String: Any]
  {
    bench.say(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#, as: client)
    while let line = bench.next(client) {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let result = object?["result"] as? [String: Any] { return result }
      if object?["id"] is Int { return object?["error"] as? [String: Any] ?? [:] }
    }
    return [:]
  }

  private func number(_ stats: [String: Any], _ path: String...) -> Double? {
    var value: Any? = stats
    for name in path { value = (value as? [String: Any])?[name] }
    return (value as? NSNumber)?.doubleValue
  }

  @Test func `count what was done since the start, for admins only`() throws {
    _ = bench.connection("root", uid: 0)
    let before = try call("server.stats", as: "root")
    #expect(number(before, "totals", "lines") == 1)
    #expect(number(before, "totals", "requests") == 0)
    #expect(before["store"] is NSNull)
    for _ in 0..<20 { bench.say(#"{"className":"Rank"}"#) }
    bench.say(#"{"className":"Nope"}"#)
    bench.say("{")
    bench.pass(milliseconds: 1000)
    let after = try call("server.stats", as: "root")
    #expect(number(after, "uptime") == 1)
    #expect(number(after, "totals", "lines") == 24)
    #expect(number(after, "totals", "requests") == 20)
    #expect(number(after, "totals", "events") == 20)
    #expect(number(after, "totals", "errors") == 2)
    #expect(number(after, "events_per_second") == 2)
    bench.pass(milliseconds: 9000)
    #expect(try number(call("server.stats", as: "root"), "events_per_second") == 2)
    bench.pass(milliseconds: 1000)
    #expect(try number(call("server.stats", as: "root"), "events_per_second") == 0)
    let own = try call("server.stats", as: "somebody")
    #expect(Set(own.keys) == ["uptime", "users", "cursor"])
  }

  @Test func `tell each uid its own use, and admins all, page by page`() throws {
    for uid in UInt32(2000)..<2300 { _ = bench.connection("c\(uid)", uid: uid) }
    bench.say(#"{"className":"Rank"}"#, as: "c2000")
    _ = try call("subscribe", #"{"session":"*"}"#, as: "c2000")
    _ = try call("subscribe", #"{"session":"shop","role":"frontend"}"#, as: "c2000")
    let own = try call("server.stats", as: "c2000")
    let users = try #require(own["users"] as? [[String: Any]])
    #expect(users.count == 1)
    #expect(number(users[0], "uid") == 2000)
    #expect(number(users[0], "sessions", "used") == 1)
    #expect(number(users[0], "sessions", "limit") == 64)
    #expect(number(users[0], "subscriptions") == 2)
    #expect((number(users[0], "log_bytes") ?? 0) > 100)
    #expect((number(users[0], "stored_bytes", "used") ?? 0) > 100)
    #expect(number(users[0], "stored_bytes", "limit") == 8_388_608)
    _ = bench.connection("root", uid: 0)
    let first = try call("server.stats", as: "root")
    #expect((first["users"] as? [Any])?.count == 256)
    let cursor = try #require(first["cursor"] as? String)
    let second = try call("server.stats", #"{"cursor":"\#(cursor)"}"#, as: "root")
    #expect((second["users"] as? [Any])?.count == 45)
    #expect(second["cursor"] is NSNull)
    let wrong = try call("server.stats", #"{"cursor":"x"}"#, as: "root")
    #expect(number(wrong, "code") == -32602)
    bench.close("c2000")
    bench.close("c2001")
    let left = try call("server.stats", as: "root")
    let listed = (left["users"] as? [[String: Any]] ?? []).compactMap { $0["uid"] as? Int }
    #expect(listed.prefix(3) == [0, 2000, 2002], "2000 still has its session")
  }

  @Test func `and an app is told as its manifest declares it, without sensitive defaults`() throws {
    let app = try call("app.get", #"{"app":"shop"}"#)
    #expect((app["tabs"] as? [[String: Any]])?.count == 3)
    let screens = try #require(app["screens"] as? [[String: Any]])
    let order = try #require(screens.first { $0["screen"] as? String == "OrderDetail" })
    let params = try #require(order["params"] as? [[String: Any]])
    #expect(params.first?["name"] as? String == "orderid")
    #expect(params.first?["required"] as? Bool == true)
    #expect(app["cursor"] is NSNull)
    let refused = try call("app.get", #"{"app":"nope"}"#)
    #expect(number(refused, "code") == 1003)
    for cursor in ["-1", "999", "x", ""] {
      let wrong = try call("app.get", #"{"app":"shop","cursor":"\#(cursor)"}"#)
      #expect(number(wrong, "code") == -32602, "\(cursor)")
    }
  }
}
