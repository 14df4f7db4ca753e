import Foundation
import JSON
import NavCore
import NavProtocol
import NavServer
import NavStore
import Systemd
import Testing
import TestSupport

@testable import navd

/// A daemon over a store whose commits end when it is told, with clients that note what they hear.
@MainActor
final class FullDiskWorld {
  /// A client with what it asked and heard.
  @MainActor
  final class Client {
    let end: DaemonInProcess.Client
    /// The requests that are not answered yet, with the key of a send.
    var asked: [Int: String] = [:]
    /// The revs of the sessions that it follows.
    var revs: [String: Int] = [:]
    /// The sessions that it follows with acks by themselves.
    var acking: Set<String> = []
    /// The sessions of its subscriptions.
    var names: [String: String] = [:]
    /// What it asked to follow, by the request.
    var following: [Int: (session: String, isAcking: Bool)] = [:]

    init(_ end: DaemonInProcess.Client) { self.end = end }
  }

  let store = FaultyStore()
  let navd: DaemonInProcess
  var clients: [Client] = []
  var broken: [String] = []
  /// The request that a key was answered with first.
  var remembered: [String: String] = [:]
  private var firsts: Set<String> = []
  private var revisions: [String: Int] = [:]
  private var lastAnswer = ""
  var refused = 0
  var done = 0
  private var next = 0

  init() throws {
    navd = try DaemonInProcess([], store: store)
    for _ in 0..<4 { clients.append(Client(try navd.open())) }
  }

  var isFull: Bool { navd.daemon.server.isFull }
  var status: String { navd.daemon.server.status }

  /// Serves until nothing is left to do but for the store.
  func settle() throws {
    while try navd.loop.runOnce(milliseconds: 0) {}
    navd.daemon.takeCompletions()
    navd.daemon.settle()
    while try navd.loop.runOnce(milliseconds: 0) {}
  }

  /// Has everything stored, and space again.
  func recover() throws {
    for _ in 0..<100 where store.pending > 0 || navd.daemon.server.isFull {
      store.succeed()
      try settle()
      navd.daemon.tryStoring()
    }
    store.succeed()
    try settle()
    try listen()
  }

  func ask(_ index: Int, _ method: String, _ params: String, key: String = "") throws {
    next += 1
    clients[index].asked[next] = key
    let more = key.isEmpty ? "" : ",\"key\":\"\(key)\""
    try clients[index].end.write(
      "{\"jsonrpc\":\"2.0\",\"id\":\(next),\"method\":\"\(method)\",\"params\":{\(params)\(more)}}\n"
    )
    try settle()
  }

  func subscribe(_ index: Int, _ session: String, _ role: String) throws {
    clients[index].following[next + 1] = (session, role.contains("auto"))
    try ask(index, "subscribe", "\"session\":\"\(session)\",\"app\":\"shop\",\(role)")
  }

  /// Finds that who follows a session gets its next event, and acks it where it does so by itself; then closes
  /// the sessions, which ends all that anybody waits for.
  func conclude() throws {
    for session in ["shop", "two"] {
      try ask(0, "send", "\"session\":\"\(session)\",\"link\":\"shop:item/99\"")
      try recover()
      let last = revisions[session] ?? 0
      for client in clients {
        if let rev = client.revs[session], rev != last {
          broken.append("\(session) is at \(last), a client that follows it at \(rev)")
        }
        guard client.acking.contains(session) else { continue }
        try ask(0, "session.list", "")
        try recover()
        let told =
          "\"session\":\"\(session)@\(getuid())\",\"app\":\"shop\",\"rev\":\(last),\"acked\":\(last)"
        if !lastAnswer.contains(told) { broken.append("not acked at \(last): \(lastAnswer)") }
      }
      try ask(0, "session.close", "\"session\":\"\(session)\"")
      try recover()
    }
  }

  func replace(_ index: Int) throws {
    clients[index] = Client(try navd.open())
    try settle()
  }

  /// Reads what all clients were sent, and judges it.
  func listen() throws {
    for client in clients {
      for line in try client.end.available() { try hear(line, client) }
    }
  }

  private func hear(_ line: String, _ client: Client) throws {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    if let id = object["id"] as? Int { return answer(id, object, line, client) }
    let params = object["params"] as? [String: Any] ?? [:]
    let session = params["session"] as? String ?? ""
    let rev = params["rev"] as? Int ?? -1
    switch object["method"] as? String {
    case "navigate":
      let first = (params["commands"] as? [[String: Any]])?.first?["op"] as? String
      if first == "reset" {
        client.revs[session] = rev
      } else {
        if !store.events.contains(line) { broken.append("not stored: \(line)") }
        if client.revs[session] != rev - 1 {
          broken.append("after \(client.revs[session] ?? -1) comes \(line)")
        }
        client.revs[session] = rev
      }
    case "sync":
      if client.revs[session] != rev { broken.append("at \(client.revs[session] ?? -1): \(line)") }
    case "ended":
      // A client is a front end of one session at most; what else it follows is told by its events.
      guard (params["reason"] as? String) != nil else { return broken.append(line) }
      let sub = params["sub"] as? String ?? ""
      if let name = client.names.removeValue(forKey: sub) {
        client.revs[name] = nil
        client.acking.remove(name)
      }
    default: broken.append("what is \(line)?")
    }
  }

  private func answer(_ id: Int, _ object: [String: Any], _ line: String, _ client: Client) {
    guard let key = client.asked.removeValue(forKey: id) else {
      return broken.append("nobody waits for \(line)")
    }
    lastAnswer = line
    if let error = object["error"] as? [String: Any] {
      let kind = (error["data"] as? [String: Any])?["kind"] as? String
      if kind == "not_durable" { refused += 1 }
      return
    }
    if let follows = client.following[id], let result = object["result"] as? [String: Any],
      let sub = result["sub"] as? String
    {
      client.names[sub] = follows.session
      if follows.isAcking { client.acking.insert(follows.session) }
    }
    guard let result = object["result"] as? [String: Any],
      let request = result["request"] as? String, let outcome = result["outcome"] as? String
    else { return }
    done += 1
    if let session = result["session"] as? String, let rev = result["rev"] as? Int {
      revisions[session] = rev
    }
    if !key.isEmpty {
      // Whoever asked first may be gone, and its answer with it, or be read later.
      if remembered[key, default: request] != request {
        broken.append("\(remembered[key] ?? "") was this before: \(line)")
      }
      remembered[key] = request
      let isFirst = outcome != "duplicate"
      if isFirst, !firsts.insert(key).inserted { broken.append("first again: \(line)") }
    }
    if !store.events.contains(where: { $0.contains("\"request\":\"\(request)\"") }) {
      broken.append("answered, not stored: \(line)")
    }
  }

  /// Compares the server with what a new one makes of the rows.
  func compare() throws {
    let (manifest, _) = ManifestLoader.load(
      path: "shop.json", bytes: Array(DaemonInProcess.manifest.utf8))
    var problems: [Text] = []
    var fresh = Server(
      resolver: Resolver([try #require(manifest)], problems: &problems), epoch: store.epoch,
      version: "0")
    for table in [StoreTable.meta, .session, .event, .request, .key] {
      for (id, body) in (store.rows[table] ?? [:]).sorted(by: { $0.key < $1.key }) {
        fresh.restore(table, id: id, body: body)
      }
    }
    let paid = navd.daemon.server.usage.map(\.storedBytes).reduce(0, +)
    let due = fresh.usage.map(\.storedBytes).reduce(0, +)
    if paid != due { broken.append("\(paid) bytes are paid for, \(due) are stored") }
    let connection = Int32(1)
    var effects = Effects()
    fresh.connect(
      connection, peer: Peer(uid: getuid(), isAdmin: true),
      at: Moment(boot: 0, wall: 0), into: &effects)
    let reader = Client(try navd.open())
    for (method, params) in [
      ("session.get", "\"session\":\"shop\""), ("session.get", "\"session\":\"two\""),
      ("history", "\"session\":\"shop\""), ("history", "\"session\":\"two\""),
      ("session.list", ""),
    ] {
      let line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":{\(params)}}"
      fresh.receive(
        Array(line.utf8).span, from: connection, at: Moment(boot: 0, wall: 0), into: &effects)
      let expected = String(
        decoding: effects.replies.array(0..<effects.replies.count), as: UTF8.self)
      effects.removeAll()
      try reader.end.write(line + "\n")
      try settle()
      let heard = try reader.end.available().first ?? "nothing"
      if plain(heard) != plain(expected) {
        broken.append("\(method)\n  is     \(plain(heard))\n  stored \(plain(expected))")
      }
    }
  }

  /// An answer without what no row holds.
  private func plain(_ line: String) -> String {
    line.trimmingCharacters(in: .newlines)
      .replacingOccurrences(of: "\"frontend\":true", with: "\"frontend\":false")
      .replacingOccurrences(of: "\"outcome\":\"delivered\"", with: "\"outcome\":\"queued\"")
  }
}
