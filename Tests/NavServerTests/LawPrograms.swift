import Foundation
import JSON
import NavCore
import TestSupport

/// One random program: requests, reports, time, restarts, as clients of all kinds would write them.
struct LawProgram {
  var random: SplitMix
  let names = ["mall", "wall-2"]
  let screens = [
    "Home", "Orders", "Self", "Welcome", "SignIn", "Offline", "Order", "Item", "Page", "Chapter",
    "Note", "Camera", "Bell", "Dialog", "Sheet", "Alert", "Account", "Wallet", "Tip", "Nope",
  ]

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  mutating func one<T>(_ list: [T]) -> T { list[below(list.count)] }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func step(_ world: LawWorld) {
    let name = below(4) == 0 ? names[1] : names[0]
    switch below(100) {
    case 0..<34: world.say(send(name), as: 4)
    case 34..<46: world.say(call("navigate", name, commands(world, name)), as: Int32(below(5)))
    case 46..<60: world.say(report(world, name), as: Int32(below(2)))
    case 60..<64: world.say(settled(name), as: Int32(below(5)))
    case 64..<68: world.say(call("activate", name, "\"notice\":\"n\(below(12))\""), as: 4)
    case 68..<70: world.say(call("activity", name, ""), as: Int32(below(3)))
    case 70..<78: subscribe(world, name)
    case 78..<80: world.say(call("ack", name, "\"rev\":\(below(40))"), as: Int32(below(2)))
    case 80..<82: world.close(Int32(below(5)))
    case 82..<90: world.pass(Int64(one([5, 900, 9_000, 31_000, 299_000, 400_000])), wall: jump())
    case 90..<93: world.restart()
    case 93..<95: world.reload()
    case 95:
      world.say(call("nack", name, "\"rev\":\(below(30)),\"reason\":\"no\""), as: Int32(below(2)))
    case 96:
      world.say(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"request.cancel\",\"params\":{\"request\":\"r\(below(30))\"}}",
        as: 4)
    case 97 where chance(20):
      world.say(call("session.close", name, ""), as: 4)
      if world.answer.starts(with: Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\"".utf8)) {
        world.forget(Text(name))
      }
    default:
      world.say(
        one(["{", "[]", "\"mall:/orders/3\"", "\"mall:/page/x\"", "{\"a\":1}", "7"]), as: 4)
    }
  }

  private mutating func jump() -> Int64 {
    one([5, 900, 9_000, 31_000, 400_000, -86_400_000, 3_000_000_000, 0])
  }

  private mutating func params() -> String {
    let list = [
      "\"id\":\(below(4))", "\"item\":\(below(3))", "\"door\":\"\(one(["a", "b"]))\"",
      "\"section\":\"\(one(["bills", "é\\u0000"]))\"", "\"card\":\"\(below(3))\"", "\"part\":\"x\"",
      "\"text\":\"\(one(["hi", "\\\"\\\\"]))\"", "\"filter\":\"open\"",
    ]
    return "{" + list.filter { _ in chance(60) }.joined(separator: ",") + "}"
  }

  private mutating func send(_ name: String) -> String {
    var more = ""
    if chance(25) { more += ",\"stay\":\(one(["0", "5", "20.5", "100"]))" }
    if chance(20) { more += ",\"ttl\":\(one(["0", "3", "60"]))" }
    if chance(60) { more += ",\"arrival\":\"\(one(["tapped", "received", "received"]))\"" }
    if chance(5) { more += ",\"key\":\"k\(below(5))\"" }
    if chance(70) { more += ",\"session\":\"\(name)\"" }
    if chance(5) { more += ",\"wait\":\"\(one(["delivered", "acked"]))\",\"timeout\":\(below(9))" }
    let content: String
    switch below(5) {
    case 0:
      content =
        "\"link\":\"mall:/\(one(["orders/1", "orders/2/items/1", "page/3", "chapter/2", "none"]))\""
    case 1:
      content =
        "\"payload\":{\"aps\":{\"alert\":{\"title\":\"t\",\"body\":\"b\"},\"thread-id\":\"x\"},\"className\":\"\(one(screens))\",\"id\":\"\(below(4))\"}"
    default:
      let calls = chance(30) ? ",\"calls\":[\"\(one(["refresh", "print", "other"]))\"]" : ""
      content = "\"payload\":{\"screen\":\"\(one(screens))\",\"params\":\(params())\(calls)}"
    }
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\(content)\(more)}}"
  }

  private func call(_ method: String, _ name: String, _ params: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":{\"session\":\"\(name)\""
      + (params.isEmpty ? "" : ",") + params + "}}"
  }

  private mutating func settled(_ name: String) -> String {
    var list: [String] = []
    if chance(70) { list.append("\"conditions\":{\"signed_in\":\(one(["true", "false"]))}") }
    if chance(40) { list.append("\"user\":\"\(one(["ann", "bob"]))\"") }
    return call("report", name, list.joined(separator: ","))
  }

  private mutating func commands(_ world: LawWorld, _ name: String) -> String {
    let keys = Array(world.seen[Text(name)]?.keys ?? [1]).sorted().suffix(12)
    let count = 1 + below(3)
    let list = (0..<count).map { _ -> String in
      let entry = "\"entry\":{\"screen\":\"\(one(screens))\",\"params\":\(params())}"
      let tab = chance(50) ? ",\"tab\":\"\(one(["home", "orders", "self", "more"]))\"" : ""
      let key = "\"key\":\"e\(one(Array(keys) + [999]))\""
      switch below(11) {
      case 0: return "{\"op\":\"select_tab\"\(tab)}"
      case 1, 2: return "{\"op\":\"push\"\(tab),\(entry)}"
      case 3: return "{\"op\":\"replace\"\(tab),\(entry)}"
      case 4: return "{\"op\":\"pop\"\(tab),\"count\":\(below(4))}"
      case 5: return "{\"op\":\"present\",\(entry)}"
      case 6: return "{\"op\":\"\(one(["dismiss", "remove"]))\",\(key)}"
      case 7: return "{\"op\":\"update\",\(key),\"params\":\(params())}"
      case 8: return "{\"op\":\"pop\"\(tab),\"to\":\(key.dropFirst(6))}"
      case 9:
        return "{\"op\":\"\(one(["back", "back", "home", "call"]))\",\(key),\"method\":\"refresh\"}"
      default: return "{\"op\":\"clear_notice\",\"id\":\"n\(below(9))\"}"
      }
    }
    return "\"commands\":[" + list.joined(separator: ",") + "]"
  }

  private mutating func report(_ world: LawWorld, _ name: String) -> String {
    var list = [commands(world, name)]
    if chance(30) { list.append("\"base_rev\":\(below(20))") }
    if chance(10) { list.append("\"conditions\":{\"signed_in\":\(one(["true", "false"]))}") }
    return call("report", name, list.joined(separator: ","))
  }

  private mutating func subscribe(_ world: LawWorld, _ name: String) {
    let id = Int32(below(4))
    var list: [String] = ["\"app\":\"mall\""]
    if id < 2 {
      list.append("\"role\":\"frontend\"")
      if chance(40) { list.append("\"takeover\":true") }
      if chance(40) { list.append("\"ack\":\"auto\"") }
      if chance(50) { list.append("\"conditions\":{\"signed_in\":\(one(["true", "false"]))}") }
      if chance(50) { list.append("\"user\":\"\(one(["ann", "bob"]))\"") }
    }
    world.close(id)
    if id == 3 {
      world.say(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"*\"}}",
        as: 3)
    } else if chance(40), let states = world.seen[Text(name)]?.states,
      let past = states.sorted(by: { $0.key < $1.key }).randomElement(using: &random)
    {
      world.replicas[id]?[Text(name)] = LawWorld.Replica(state: past.value, rev: past.key)
      list.append("\"after\":{\"epoch\":\"test\",\"rev\":\(past.key)}")
      world.say(call("subscribe", name, list.joined(separator: ",")), as: id)
      if world.answer.starts(with: Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\"".utf8)) {
        world.replicas[id] = [:]
      }
    } else {
      world.say(call("subscribe", name, list.joined(separator: ",")), as: id)
    }
  }
}
