import Foundation
import JSON
import NavCore
import NavProtocol
import NavServer
import NavStore
import TestSupport
import Testing

/// navd without sockets: a server, its rows, and what each client has heard.
final class Seatbench {
  var server: Server
  var rows: [StoreTable: [Int64: [UInt8]]] = [:]
  var heard: [String: [String]] = [:]
  var closed: Set<String> = []
  var now = Moment(boot: 1_000_000, wall: 1_764_460_800_000)
  let epoch = Text("test")
  private let resolver: Resolver
  private var connections: [String: Int32] = [:]
  private var joined: [Int32: [Int32]] = [:]
  private var nextConnection: Int32 = 1
  private var effects = Effects()

  init(apps: [String] = ["wire/apps/shop.json"]) throws {
    var manifests: [Manifest] = []
    for path in apps {
      let (manifest, problems) = ManifestLoader.load(
        path: Text(String(path.split(separator: "/").last ?? "")),
        bytes: try Conformance.table(path))
      for problem in problems where problem.isError { Issue.record("\(problem.text.string)") }
      manifests.append(try #require(manifest))
    }
    var problems: [Text] = []
    resolver = Resolver(manifests, problems: &problems)
    #expect(problems.isEmpty, "\(problems)")
    server = Server(resolver: resolver, epoch: epoch, version: "0")
  }

  func restart() {
    server = Server(resolver: resolver, epoch: epoch, version: "0")
    for table in StoreTable.allCases {
      for (id, body) in (rows[table] ?? [:]).sorted(by: { $0.key < $1.key }) {
        server.restore(table, id: id, body: body)
      }
    }
    connections = [:]
    joined = [:]
    server.start(at: now, into: &effects)
    release()
  }

  @discardableResult
  func connection(_ client: String, uid: UInt32 = 1000, isSender: Bool = false) -> Int32 {
    if let id = connections[client] { return id }
    let id = nextConnection
    nextConnection += 1
    connections[client] = id
    let peer = Peer(uid: uid, isAdmin: uid == 0, isSender: isSender, isExempt: uid == 0)
    server.connect(id, peer: peer, at: now, into: &effects)
    return id
  }

  func say(_ line: String, as client: String = "") {
    let id = connection(client)
    let bytes = Array(line.utf8)
    server.receive(bytes.span, from: id, at: now, into: &effects)
    release()
  }

  func close(_ client: String) {
    guard let id = connections.removeValue(forKey: client) else { return }
    server.disconnect(id, at: now, into: &effects)
    release()
  }

  func pass(milliseconds: Int64) {
    now.boot += milliseconds
    now.wall += milliseconds
    server.expire(at: now, into: &effects)
    release()
  }

  /// The oldest line that a client has not taken yet.
  func next(_ client: String = "") -> String? {
    guard let lines = heard[client], let first = lines.first else { return nil }
    heard[client] = Array(lines.dropFirst())
    return first
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
      case .reply: hear(record.connection, effects.replies.array(record.start..<record.end))
      case .event:
        for connection in joined[record.session] ?? [] {
          hear(connection, effects.events.array(record.start..<record.end))
        }
      case .join: joined[record.session, default: []].append(record.connection)
      case .leave: joined[record.session]?.removeAll { $0 == record.connection }
      case .close:
        if let name = connections.first(where: { $0.value == record.connection })?.key {
          closed.insert(name)
        }
      case .activate: break
      }
    }
    effects.removeAll()
  }

  private func hear(_ connection: Int32, _ bytes: [UInt8]) {
    guard let name = connections.first(where: { $0.value == connection })?.key else { return }
    for line in bytes.split(separator: 0x0A) {
      heard[name, default: []].append(String(decoding: line, as: UTF8.self))
    }
  }
}
