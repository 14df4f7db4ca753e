import JSON
import NavCore
import NavProtocol
import NavServer

// Bytes of clients, cut at random, through the framer into the server.
//
// The first byte seeds the cutting. 0x00 goes on with the other of two connections, 0x01 lets twelve
// seconds pass, 0x02 restarts from the rows that were committed; none of them can stand in a valid
// line. Held to: every whole line is answered unless it is a notification or waits; every line that
// leaves is one JSON text within the limit; rows restore to the state that was committed.

nonisolated(unsafe) private let resolver = sampleResolver()

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let input = bytes(data, count)
  let bench = Bench(seed: input[0])
  var connection = 0
  for part in input.dropFirst().chunked(at: [0, 1, 2]) {
    switch part.first {
    case 0: connection = 1 - connection
    case 1: bench.pass(12_000)
    case 2: bench.restart()
    default: bench.push(Array(part), connection)
    }
  }
  bench.end()
  return 0
}

extension ArraySlice<UInt8> {
  /// Its runs without separators, and each separator by itself, in order.
  func chunked(at separators: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = startIndex
    for index in indices where separators.contains(self[index]) {
      if start < index { parts.append(self[start..<index]) }
      parts.append(self[index...index])
      start = index + 1
    }
    if start < endIndex { parts.append(self[start...]) }
    return parts
  }
}

/// navd without sockets.
private final class Bench {
  var server = Server(resolver: resolver, epoch: "fuzz", version: "0")
  var rows: [StoreTable: [Int64: [UInt8]]] = [:]
  var now = Moment(boot: 1_000_000, wall: 1_764_460_800_000)
  var effects = Effects()
  var chunks: Chunks
  private var first = LineFramer()
  private var second = LineFramer()
  private var isOpen = [false, false]

  init(seed: UInt8) {
    chunks = Chunks(state: UInt64(seed))
    for number in 0...1 { open(number) }
  }

  func open(_ number: Int) {
    isOpen[number] = true
    let peer = Peer(uid: number == 0 ? 1000 : 0, isAdmin: number == 1)
    server.connect(Int32(number), peer: peer, at: now, into: &effects)
    release()
  }

  func push(_ bytes: [UInt8], _ number: Int) {
    var start = 0
    while start < bytes.count {
      if !isOpen[number] { open(number) }
      let end = min(bytes.count, start + 1 + chunks.next(below: 4096))
      let chunk = Array(bytes[start..<end])
      let isWhole =
        number == 0
        ? first.push(chunk.span) { receive($0, 0) }
        : second.push(chunk.span) { receive($0, 1) }
      if !isWhole {
        let before = effects.replies.count
        server.refuse(Int32(number), .tooLong, into: &effects)
        require(effects.replies.count > before, "closed without a reason")
        release()
      }
      start = end
    }
  }

  func end() {
    if isOpen[0] { first.finish { receive($0, 0) } }
    if isOpen[1] { second.finish { receive($0, 1) } }
    restart()
    server.drain(into: &effects)
    release()
  }

  func receive(_ line: Span<UInt8>, _ number: Int) {
    let owed = server.owes(Int32(number))
    server.receive(line, from: Int32(number), at: now, into: &effects)
    let answered = effects.records.contains {
      $0.kind == .reply && $0.connection == Int32(number)
    }
    if !answered && !owed && !server.owes(Int32(number)) {
      require(isNotification(line), "no answer to \(Text(copying: line))")
    }
    release()
  }

  func isNotification(_ line: Span<UInt8>) -> Bool {
    var json = Document()
    do { try json.parse(line) } catch { return false }
    return json.kind(json.root) == .object && json.member(json.root, "jsonrpc") != nil
      && json.member(json.root, "id") == nil
  }

  func pass(_ milliseconds: Int64) {
    now.boot += milliseconds
    now.wall += milliseconds
    if let deadline = server.deadline, deadline <= now.boot {
      server.expire(at: now, into: &effects)
      release()
      if let next = server.deadline {
        require(next > now.boot, "an expiry that does not expire at \(next)")
      }
    }
  }

  /// Another server of the rows says of every session what this one says.
  ///
  /// The clients are gone first: what a front end said of conditions is known only while it is there.
  func restart() {
    for client in [Int32(0), 1] { server.disconnect(client, at: now, into: &effects) }
    release()
    let before = states()
    server = Server(resolver: resolver, epoch: "fuzz", version: "0")
    for table in StoreTable.allCases {
      for (id, body) in (rows[table] ?? [:]).sorted(by: { $0.key < $1.key }) {
        server.restore(table, id: id, body: body)
      }
    }
    first = LineFramer()
    second = LineFramer()
    isOpen = [false, false]
    server.start(at: now, into: &effects)
    release()
    let after = states()
    require(before == after, "restart changes\n\(before)\nto\n\(after)")
  }

  /// Name, rev and state of every session.
  private func states() -> [String] {
    let id: Int32 = 99
    server.connect(id, peer: Peer(uid: 0, isAdmin: true), at: now, into: &effects)
    defer {
      server.disconnect(id, at: now, into: &effects)
      effects.removeAll()
    }
    let list = ask(#"{"jsonrpc":"2.0","id":1,"method":"session.list","params":{}}"#, id)
    var json = Document()
    do { try json.parse(list, maximumDepth: 128) } catch { fail("\(error)") }
    guard let result = json.member(json.root, "result"),
      let sessions = json.member(result, "sessions")
    else { fail("no sessions: \(Text(list))") }
    var names: [Text] = []
    json.elements(sessions) { node in
      if let name = json.member(node, "session").flatMap({ json.text($0) }) { names.append(name) }
    }
    return names.map { name in
      var line = Bytes()
      line.append(#"{"jsonrpc":"2.0","id":2,"method":"session.get","params":{"session":"#)
      line.append(quoted: name)
      line.append("}}")
      let answer = ask(line.text.string, id)
      var json = Document()
      do { try json.parse(answer, maximumDepth: 128) } catch { fail("\(error)") }
      guard let result = json.member(json.root, "result") else {
        fail("no session \(name): \(Text(answer))")
      }
      return ["rev", "state", "conditions", "user", "held"].map { (member: Text) in
        json.member(result, member).map { json.encoded($0).string } ?? "-"
      }.joined(separator: " ") + " " + name.string
    }
  }

  private func ask(_ line: String, _ id: Int32) -> [UInt8] {
    effects.removeAll()
    let bytes = Array(line.utf8)
    server.receive(bytes.span, from: id, at: now, into: &effects)
    let answer = effects.replies.array(0..<effects.replies.count)
    effects.removeAll()
    return answer
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
    let records = effects.records
    for record in records {
      switch record.kind {
      case .reply: check(effects.replies.array(record.start..<record.end))
      case .event: check(effects.events.array(record.start..<record.end))
      case .close where isOpen.indices.contains(Int(record.connection)):
        isOpen[Int(record.connection)] = false
      default: break
      }
    }
    effects.removeAll()
    for record in records where record.kind == .close {
      server.disconnect(record.connection, at: now, into: &effects)
      if record.connection == 0 { first = LineFramer() } else { second = LineFramer() }
    }
    effects.removeAll()
  }

  private func check(_ bytes: [UInt8]) {
    require(bytes.last == 0x0A, "a line without end")
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      require(line.count <= WireLimits.serverLine, "a line of \(line.count) bytes")
      require(isJSON(Array(line)), "no JSON: \(Text(Array(line)))")
    }
  }
}
