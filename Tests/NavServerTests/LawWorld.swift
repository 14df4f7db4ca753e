import Foundation
import JSON
import NavCore
import NavProtocol
import NavServer
import TestSupport
import Testing

/// A server and clients that keep replicas by nothing but the lines they read, and what must hold of both.
final class LawWorld {
  /// What a client knows of a session.
  struct Replica {
    var state: NavigationState
    var rev: UInt64
  }

  /// A session as the world has seen it since it was made.
  struct Seen {
    var keys: Set<UInt64> = []
    var states: [UInt64: NavigationState] = [:]
  }

  static let manifests: [Resolver] = ["mall.json", "mall-2.json"].compactMap { name in
    guard let bytes = try? Conformance.table("navigation/apps/\(name)") else { return nil }
    let (manifest, problems) = ManifestLoader.load(path: "mall.json", bytes: bytes)
    for problem in problems where problem.isError { print(problem.text.string) }
    var more: [Text] = []
    return manifest.map { Resolver([$0], problems: &more) }
  }

  var server: Server
  var rows: [StoreTable: [Int64: [UInt8]]] = [:]
  var now = Moment(boot: 1_000_000, wall: 1_764_460_800_000)
  var replicas: [Int32: [Text: Replica]] = [:]
  var seen: [Text: Seen] = [:]
  var broken: [String] = []
  var answer: [UInt8] = []
  var trace: [String] = []
  /// The last event line of any session.
  var lastEvent = ""
  private(set) var manifest = 0
  private var joined: [Int32: [Int32]] = [:]
  private var effects = Effects()
  private var json = Document()

  init() {
    server = Server(resolver: LawWorld.manifests[0], epoch: "test", version: "0")
    for id in Int32(0)..<6 { connect(id) }
  }

  func connect(_ id: Int32) {
    server.connect(id, peer: Peer(uid: 1000, isAdmin: false), at: now, into: &effects)
    replicas[id] = [:]
  }

  func say(_ line: String, as id: Int32) {
    trace.append("\(id)> \(line)")
    let bytes = Array(line.utf8)
    answer = []
    server.receive(bytes.span, from: id, at: now, into: &effects)
    release()
  }

  func close(_ id: Int32) {
    trace.append("! close \(id)")
    server.disconnect(id, at: now, into: &effects)
    release()
    connect(id)
  }

  func pass(_ milliseconds: Int64, wall: Int64) {
    trace.append("@ \(milliseconds) \(wall)")
    now.boot += milliseconds
    now.wall += wall
    server.expire(at: now, into: &effects)
    release()
    if let deadline = server.deadline, deadline <= now.boot {
      broken.append("the deadline \(deadline) is not after \(now.boot), which was dealt with")
    }
  }

  func restart(manifest other: Int? = nil) {
    trace.append("! restart")
    manifest = other ?? manifest
    server = Server(resolver: LawWorld.manifests[manifest], epoch: "test", version: "0")
    for table in StoreTable.allCases {
      for (id, body) in (rows[table] ?? [:]).sorted(by: { $0.key < $1.key }) {
        server.restore(table, id: id, body: body)
      }
    }
    joined = [:]
    for id in Int32(0)..<6 { connect(id) }
    server.start(at: now, into: &effects)
    release()
  }

  func reload() {
    trace.append("! reload")
    manifest = 1 - manifest
    server.reload(LawWorld.manifests[manifest], problems: [], at: now, into: &effects)
    release()
  }

  /// Takes all manifests away, or gives the first one back.
  func reload(isThere: Bool) {
    trace.append("! reload")
    manifest = 0
    var problems: [Text] = []
    server.reload(
      isThere ? LawWorld.manifests[0] : Resolver([], problems: &problems), problems: [], at: now,
      into: &effects)
    release()
  }

  private func release() {
    server.seal(into: &effects)
    for change in effects.batch.changes {
      switch change {
      case .put(let table, let id, let body): rows[table, default: [:]][id] = body
      case .delete(let table, let ids):
        for id in (rows[table] ?? [:]).keys where ids.contains(id) {
          rows[table]?.removeValue(forKey: id)
        }
      }
    }
    for record in effects.records {
      switch record.kind {
      case .reply:
        let bytes = effects.replies.array(record.start..<record.end)
        for line in bytes.split(separator: 0x0A) { read(line, record.connection) }
      case .event:
        let bytes = effects.events.array(record.start..<record.end)
        for line in bytes.split(separator: 0x0A) {
          witness(line)
          for connection in joined[record.session] ?? [] { read(line, connection) }
        }
      case .join: joined[record.session, default: []].append(record.connection)
      case .leave: joined[record.session]?.removeAll { $0 == record.connection }
      case .close, .activate: break
      }
    }
    effects.removeAll()
  }

  /// The event of a line, by a client's means.
  private func event(
    _ line: ArraySlice<UInt8>
  ) -> (session: Text, rev: UInt64, commands: [Command])? {
    guard (try? json.parse(Array(line), maximumDepth: 128)) != nil,
      let method = json.member(json.root, "method"), json.isText(method, "navigate"),
      let params = json.member(json.root, "params"),
      let session = json.member(params, "session").flatMap({ json.text($0) }),
      let rev = json.member(params, "rev").flatMap({ json.unsigned($0) }),
      let list = json.member(params, "commands")
    else { return nil }
    var nodes: [Node] = []
    json.elements(list) { nodes.append($0) }
    let commands = nodes.compactMap { Command(json: json, $0) }
    if commands.count != nodes.count {
      broken.append("not all commands can be read: \(String(decoding: line, as: UTF8.self))")
    }
    return (session, rev, commands)
  }

  /// What a client does with a line.
  private func read(_ line: ArraySlice<UInt8>, _ connection: Int32) {
    answer = Array(line)
    if line.starts(with: Array("{\"jsonrpc\":\"2.0\",\"method\":\"ended\"".utf8)) {
      replicas[connection] = [:]
    }
    guard let event = event(line) else { return }
    var replica = replicas[connection]?[event.session]
    if case .reset(let state)? = event.commands.first, replica == nil {
      replica = Replica(state: state, rev: event.rev)
    } else if replica == nil || event.rev != (replica?.rev ?? 0) + 1 {
      broken.append("client \(connection) at \(replica?.rev ?? 0) reads rev \(event.rev)")
    }
    for command in event.commands { replica?.state.apply(command) }
    replica?.rev = event.rev
    replicas[connection]?[event.session] = replica
  }

  /// Keys are never used twice.
  private func witness(_ line: ArraySlice<UInt8>) {
    guard let event = event(line) else { return }
    lastEvent = String(decoding: line, as: UTF8.self)
    for command in event.commands {
      switch command {
      case .push(_, let entry), .replace(_, let entry), .present(let entry):
        if seen[event.session, default: Seen()].keys.insert(entry.key).inserted == false {
          broken.append("key e\(entry.key) is used twice")
        }
      default: break
      }
    }
  }

  /// Compares every replica with the server, and looks at the limits.
  func judge(_ name: Text) {
    say(
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"session.get\",\"params\":{\"session\":\"\(name.string)\"}}",
      as: 5)
    trace.removeLast()
    guard let state = parsedState() else {
      for id in replicas.keys where replicas[id]?[name] != nil {
        broken.append("client \(id) has a replica of no session")
      }
      return
    }
    for id in replicas.keys.sorted() {
      guard let replica = replicas[id]?[name], replica.state != state else { continue }
      var own = Bytes()
      var other = Bytes()
      replica.state.write(into: &own)
      state.write(into: &other)
      broken.append(
        "client \(id) has another state of \(name.string)\n\(own.text)\n\(other.text)")
    }
    for stack in state.stacks where stack.entries.isEmpty || stack.entries.count > 64 {
      broken.append("tab \(stack.tab.string) has \(stack.entries.count) entries")
    }
    if state.stackIndex(state.tab) == nil { broken.append("no tab is selected") }
    if state.notices.count > 50 || state.modals.count > 16 { broken.append("too many") }
    let keys = state.stacks.flatMap(\.entries).map(\.key) + state.modals.map(\.key)
    if Set(keys).count != keys.count { broken.append("two entries have one key") }
    for key in keys { seen[name, default: Seen()].keys.insert(key) }
    if let before = seen[name, default: Seen()].states.updateValue(state, forKey: rev),
      before != state
    {
      broken.append("the state of \(name.string) changed and made no event")
    }
  }

  /// The rev of the last `session.get`.
  var rev: UInt64 = 0

  func parsedState() -> NavigationState? {
    guard (try? json.parse(answer, maximumDepth: 128)) != nil,
      let result = json.member(json.root, "result"),
      let node = json.member(result, "state"),
      let number = json.member(result, "rev").flatMap({ json.unsigned($0) })
    else { return nil }
    rev = number
    return NavigationState(json: json, node)
  }

  /// Forgets a session that was closed.
  func forget(_ name: Text) {
    seen.removeValue(forKey: name)
    for id in replicas.keys { replicas[id]?.removeValue(forKey: name) }
  }
}
