import Foundation
import NavProtocol
import TestSupport
import Testing

/// `history` and `request.list` over several sessions, page by page.
@Suite struct `The log of all sessions` {
  private let bench: Seatbench

  init() throws {
    bench = try Seatbench()
  }

  private func call(_ method: String, _ params: [String: Any], as client: String = "") throws
    -> [String: Any]
  {
    let request: [String: Any] = ["jsonrpc": "2.0", "id": 1, "method": method, "params": params]
    let line = try JSONSerialization.data(withJSONObject: request)
    bench.say(String(decoding: line, as: UTF8.self), as: client)
    let answer = try #require(bench.next(client))
    let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
    return object?["result"] as? [String: Any] ?? object ?? [:]
  }

  private func send(_ session: String, id: Int = 1) throws {
    bench.pass(milliseconds: 1000)
    let payload: [String: Any] = ["screen": "Page", "params": ["id": id]]
    let result = try call("send", ["session": session, "payload": payload, "app": "shop"])
    #expect(result["request"] is String, "\(result)")
  }

  private func names(_ page: [String: Any], _ member: String = "events") -> [String] {
    (page[member] as? [[String: Any]] ?? []).map {
      "\($0["session"] as? String ?? "?") \($0["rev"] as? Int ?? -1)"
    }
  }

  @Test func `is told newest first, and what comes between two pages changes none of them`() throws
  {
    for (number, session) in ["a", "b", "a", "c", "b", "a"].enumerated() {
      try send(session, id: number)
    }
    let first = try call("history", ["limit": 3])
    #expect(names(first) == ["a 3", "b 2", "c 1"])
    try send("d")
    try send("a")
    // A clock that is set back puts new events below old ones in time, and nowhere else.
    bench.now.wall -= 1_000_000
    try send("b")
    let cursor = try #require(first["cursor"] as? String)
    let second = try call("history", ["limit": 2, "cursor": cursor])
    #expect(names(second) == ["a 2", "b 1"])
    let third = try call("history", ["cursor": try #require(second["cursor"] as? String)])
    #expect(names(third) == ["a 1"])
    #expect(third["cursor"] is NSNull)
    #expect(try names(call("history", ["session": "b"])) == ["b 3", "b 2", "b 1"])
  }

  @Test func `is of what the caller may see, and filters may leave pages short but lose nothing`()
    throws
  {
    for number in 0..<1500 { try send("a", id: number) }
    _ = bench.connection("stranger", uid: 2000)
    #expect(try names(call("history", [:], as: "stranger")) == [])
    let ui = try call("subscribe", ["session": "a", "role": "frontend"], as: "ui")
    #expect(ui["sub"] is String)
    while bench.next("ui") != nil {}
    _ = try call("ack", ["session": "a", "rev": 2], as: "ui")
    var (found, pages): ([String], Int) = ([], 0)
    var cursor: String?
    repeat {
      var params: [String: Any] = ["outcome": "acked"]
      params["cursor"] = cursor
      let page = try call("request.list", params)
      found += names(page, "requests")
      cursor = page["cursor"] as? String
      pages += 1
    } while cursor != nil && pages < 10
    #expect(found == ["a 2", "a 1"])
    #expect(pages == 2)
  }

  @Test func `finds each request by its number, whatever lies between`() throws {
    _ = try call("subscribe", ["session": "a", "app": "shop", "role": "frontend"], as: "ui")
    for number in 1...20 {
      try send("a", id: number)
      if number % 3 == 0 {
        for _ in 0..<number {
          _ = try call(
            "navigate", ["session": "a", "commands": [["op": "select_tab", "tab": "orders"]]])
          _ = try call(
            "navigate", ["session": "a", "commands": [["op": "select_tab", "tab": "home"]]])
        }
      }
      try send("b", id: number)
    }
    for number in 1...40 {
      let found = try call("request.get", ["request": "r\(number)"])
      #expect(found["request"] as? String == "r\(number)")
    }
    for wrong in ["r0", "r41", "r01", "x1", "r", "", "r99999999999999999999"] {
      let refused = try call("request.get", ["request": wrong])
      let error = refused["error"] as? [String: Any]
      #expect((error?["data"] as? [String: Any])?["kind"] as? String == "no_such_request")
    }
  }

  @Test func `knows a request that was held after it has gone on`() throws {
    let link = "https://shop.example.com/account/billing"
    #expect(try call("send", ["link": link])["outcome"] as? String == "held")
    #expect(try call("request.get", ["request": "r1"])["outcome"] as? String == "held")
    _ = try call(
      "subscribe", ["session": "shop", "role": "frontend", "conditions": ["signed_in": true]],
      as: "ui")
    let found = try call("request.get", ["request": "r1"])
    #expect(found["outcome"] as? String == "delivered")
    #expect(found["rev"] as? Int == 1)
    bench.restart()
    #expect(try names(call("request.list", [:]), "requests") == ["shop 1"])
  }
}
