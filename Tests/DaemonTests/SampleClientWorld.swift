import Foundation
import Glibc
import TestSupport

/// A navd, a sample client that follows a session, and random steps that change it.
///
/// Where the sample client only observes, the test is the session's front end.
final class SampleClientWorld {
  let daemon: RunningDaemon
  /// What was done how often, and how much of it was refused.
  private(set) var tally: [String: Int] = [:]
  private let apps = TemporaryDirectory()
  private let words: [String]
  private var random: SplitMix
  private var control: Wire
  private var frontend: Wire?
  private var client: SampleClientProcess
  private var lastID = 0
  private var keys = 1

  init(_ words: [String], seed: UInt64) throws {
    self.words = words
    random = SplitMix(seed: seed)
    let manifest = try Conformance.table("navigation/apps/mall.json")
    try Data(manifest).write(to: URL(fileURLWithPath: "\(apps.path)/mall.json"))
    daemon = try RunningDaemon(apps: URL(fileURLWithPath: apps.path), durability: "normal")
    control = try Wire(daemon.socket)
    client = try SampleClientProcess(
      words, session: "s", app: "mall", socket: daemon.socket, isFrontend: true)
    _ = client.follow(to: 0)
  }

  /// What is different after a step; nil where nothing is.
  func disagreement() throws -> String? {
    for _ in 0..<100 {
      let answer = try ask(control, "session.get")
      guard let result = answer["result"] as? NSDictionary, let rev = result["rev"] as? Int,
        let state = result["state"] as? NSDictionary
      else { return "session.get: \(answer)" }
      if let wrong = client.follow(to: rev) { return wrong }
      guard client.rev == rev else { continue }
      return client.state == state ? nil : "rev \(rev)\n\(client.state)\n\(state)"
    }
    return "the state changes all the time"
  }

  /// One random step, and what it was.
  func step(_ number: Int) throws -> String {
    let what: String
    switch number % 80 {
    case 30: what = try restart()
    case 50 where number % 160 == 50: what = try close()
    case 70: what = try again()
    default: what = try request()
    }
    return what
  }

  private func restart() throws -> String {
    daemon.stop(one([SIGKILL, SIGTERM]))
    try daemon.start()
    control = try Wire(daemon.socket)
    if !client.isFrontend { try attach() }
    return count("restart of navd")
  }

  private func close() throws -> String {
    _ = try ask(control, "session.close")
    _ = try again()
    return count("close")
  }

  private func again() throws -> String {
    client.stop()
    frontend = nil
    client = try SampleClientProcess(
      words, session: "s", app: "mall", socket: daemon.socket, isFrontend: chance(40))
    if let wrong = client.follow(to: 0) { throw RunningDaemon.Failure(description: wrong) }
    if !client.isFrontend { try attach() }
    return count("start of the client")
  }

  private func attach() throws {
    let wire = try Wire(daemon.socket)
    frontend = wire
    var params: [String: Any] = ["app": "mall", "role": "frontend", "takeover": true]
    if chance(50) { params["conditions"] = ["signed_in": chance(50)] }
    _ = try ask(wire, "subscribe", params)
  }

  private func request() throws -> String {
    let (wire, method, params) = choose()
    let answer = try ask(wire, method, params)
    let kind = ((answer["error"] as? NSDictionary)?["data"] as? NSDictionary)?["kind"] as? String
    _ = count(kind.map { "\(method): \($0)" } ?? method)
    return "\(method) \(params): \(answer)"
  }

  private func choose() -> (Wire, String, [String: Any]) {
    switch below(100) {
    case 0..<45: return (control, "send", send())
    case 45..<55: return (control, "navigate", ["commands": commands()])
    case 55..<65:
      return (control, "navigate", ["commands": [["op": one(["back", "back", "home"])]]])
    case 65..<72: return (control, "activate", ["notice": "n\(max(1, notices - below(4)))"])
    case 72..<77:
      return (
        control, "report",
        one([
          ["conditions": ["signed_in": chance(60), "online": chance(60)]],
          ["user": one(["ann", "bob"])],
        ])
      )
    default:
      guard let frontend else { return (control, "navigate", ["commands": commands()]) }
      if chance(15) { return (frontend, "ack", ["rev": client.rev]) }
      return (frontend, "report", ["commands": commands(), "base_rev": client.rev - below(2)])
    }
  }

  private func send() -> [String: Any] {
    let links = [
      "mall:/orders/1", "mall:/orders/2/items/1", "mall:/page/3", "mall:/chapter/2", "mall:/none",
    ]
    if chance(20) { return ["link": one(links)] }
    var payload: [String: Any] = ["screen": one(screens), "params": params()]
    if chance(20) { payload["calls"] = [one(["refresh", "print"])] }
    var all: [String: Any] = [
      "payload": payload, "arrival": one(["tapped", "tapped", "received"]),
    ]
    if chance(15) { all["stay"] = one([3600, 7200.5]) }
    if chance(10) { all["ttl"] = 3600 }
    return all
  }

  private func commands() -> [[String: Any]] {
    (0...below(3)).map { _ in
      let key = "e\(max(1, keys - below(12)))"
      let entry: [String: Any] = ["screen": one(screens), "params": params()]
      let tab = one(["home", "orders", "self"])
      switch below(9) {
      case 0: return ["op": "select_tab", "tab": tab]
      case 1, 2: return ["op": "push", "tab": tab, "entry": entry]
      case 3: return ["op": "replace", "tab": tab, "entry": entry]
      case 4: return ["op": "pop", "tab": tab, "count": 1 + below(2)]
      case 5: return ["op": "present", "entry": entry]
      case 6: return ["op": one(["dismiss", "remove"]), "key": key]
      case 7: return ["op": "update", "key": key, "params": params()]
      default: return ["op": "pop", "tab": tab, "to": key]
      }
    }
  }

  private let screens = [
    "Home", "Orders", "Self", "Welcome", "SignIn", "Offline", "Order", "Item", "Page", "Chapter",
    "Note", "Camera", "Bell", "Dialog", "Sheet", "Alert", "Account", "Wallet", "Tip", "Nope",
  ]

  private func params() -> [String: Any] {
    let all: [(String, Any)] = [
      ("id", below(4)), ("item", below(3)), ("door", one(["a", "b"])), ("section", "bills"),
      ("part", "é\u{2028}\u{0}\"\\😀"), ("card", below(3)), ("text", "hi"), ("filter", "open"),
    ]
    return Dictionary(uniqueKeysWithValues: all.filter { _ in chance(70) })
  }

  /// A request and its answer; notifications before it are passed over.
  private func ask(
    _ wire: Wire, _ method: String, _ params: [String: Any] = [:]
  ) throws -> NSDictionary {
    lastID += 1
    let request: [String: Any] = [
      "jsonrpc": "2.0", "id": lastID, "method": method,
      "params": params.merging(["session": "s"]) { $1 },
    ]
    let bytes = try JSONSerialization.data(withJSONObject: request, options: .sortedKeys)
    wire.write(String(decoding: bytes, as: UTF8.self) + "\n")
    while let line = wire.line() {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary
      if let object, object["id"] as? Int == lastID {
        note(object)
        return object
      }
    }
    throw RunningDaemon.Failure(description: "no answer to \(method) \(params)")
  }

  /// The highest number of an entry key or notice that was seen.
  private func note(_ answer: NSDictionary) {
    guard let state = (answer["result"] as? NSDictionary)?["state"] as? NSDictionary else { return }
    var entries = state["modals"] as? [NSDictionary] ?? []
    for stack in (state["stacks"] as? NSDictionary)?.allValues ?? [] {
      entries += stack as? [NSDictionary] ?? []
    }
    for entry in entries {
      if let key = entry["key"] as? String, let number = Int(key.dropFirst()) {
        keys = max(keys, number)
      }
    }
    if let notices = state["notices"] as? [NSDictionary], let last = notices.last?["id"] as? String
    {
      self.notices = Int(last.dropFirst()) ?? notices.count
    }
  }

  private var notices = 1

  private func count(_ what: String) -> String {
    tally[what, default: 0] += 1
    return what
  }

  private func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  private func one<T>(_ list: [T]) -> T { list[below(list.count)] }
  private func chance(_ percent: Int) -> Bool { below(100) < percent }
}
