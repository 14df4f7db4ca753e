import Foundation
import Glibc
import TestSupport
import Testing

/// navctl and the sample clients, against a server that says more than they know, loses them, and leaves
/// something out.
@Suite(.serialized) struct `Clients of a difficult server` {
  static let clients = [
    "navctl attach --json --socket {} --count 4 --timeout 20 shop",
    "python3 contrib/clients/navd_client.py --socket {} --count 4 shop",
    "node contrib/clients/navd_client.mjs --socket {} --count 4 shop",
  ]

  @Test(arguments: clients)
  func `ignore what they do not know, resume, and begin again after a gap`(client: String) throws {
    let program = client.components(separatedBy: " ")[0]
    guard try Self.isThere(program) else {
      print("skipped: \(program) is not installed")
      return
    }
    let folder = TemporaryDirectory()
    let server = try ScriptedServer("\(folder.path)/s")
    defer { server.stop() }
    let command = client.replacingOccurrences(of: "{}", with: "\(folder.path)/s")
    let result = try `Programs against the program`.run(
      "cd '\(`Programs against the program`.root.path)' && timeout 60 \(command) 2>/dev/null",
      socket: "")
    #expect(result.status == 0)
    let revs = result.said.components(separatedBy: "\n").filter { !$0.isEmpty }.map(Self.rev)
    #expect(revs == [3, 4, 3, 4], "\(result.said)")
    let asked = server.stop()
    #expect(asked.count == 3, "\(asked)")
    #expect(asked.map { $0.contains("\"after\"") } == [false, true, false], "\(asked)")
  }

  private static func isThere(_ program: String) throws -> Bool {
    try `Programs against the program`.run("command -v \(program)", socket: "").status == 0
  }

  private static func rev(_ line: String) -> Int {
    let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return object?["rev"] as? Int ?? -1
  }
}

/// Serves three connections by a script, in pieces of seven bytes, on a thread of its own.
final class ScriptedServer: @unchecked Sendable {
  private let listener: Int32
  private let finished = DispatchSemaphore(value: 0)
  private var asked: [String] = []
  private var isStopped = false

  init(_ path: String) throws {
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let listener = listener
    guard RunningDaemon.withAddress(path, { bind(listener, $0, $1) }) == 0,
      listen(listener, 5) == 0
    else { throw RunningDaemon.Failure(description: "cannot listen at \(path)") }
    Thread.detachNewThread { [self] in
      for script in Self.scripts { serve(script) }
      finished.signal()
    }
  }

  /// Ends it, and tells the first line of each connection.
  @discardableResult func stop() -> [String] {
    if !isStopped {
      isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      finished.wait()
      close(listener)
    }
    return asked
  }

  private func serve(_ script: [String]) {
    let connection = accept(listener, nil, nil)
    guard connection >= 0 else { return }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    defer { close(connection) }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) == 1, byte != 0x0A { line.append(byte) }
    asked.append(String(decoding: line, as: UTF8.self))
    var bytes = Array((script.joined(separator: "\n") + "\n").utf8)[...]
    while !bytes.isEmpty {
      let piece = Array(bytes.prefix(7))
      guard send(connection, piece, piece.count, Int32(MSG_NOSIGNAL)) == piece.count else { break }
      bytes = bytes.dropFirst(piece.count)
    }
    // The client goes by itself from a connection with a gap, and at the end.
    if script.last?.contains("bye") != true {
      while recv(connection, &byte, 1, 0) == 1 {}
    }
  }

  private static func answer(_ mode: String, _ rev: Int) -> String {
    """
    {"jsonrpc":"2.0","id":1,"result":{"sub":"s1","session":"shop","mode":"\(mode)","rev":\(rev),"new":[]},"more":{}}
    """
  }

  private static func event(_ rev: Int, _ commands: String) -> String {
    """
    {"jsonrpc":"2.0","method":"navigate","params":{"session":"shop","epoch":"aaaa","rev":\(rev),"commands":[\(commands)],"cause":{"weather":"fine"},"new":1}}
    """
  }

  private static let unknown =
    "{\"jsonrpc\":\"2.0\",\"method\":\"weather\",\"params\":{\"rain\":true}}"
  private static let sync =
    "{\"jsonrpc\":\"2.0\",\"method\":\"sync\",\"params\":{\"session\":\"shop\",\"rev\":3}}"
  private static let bye =
    "{\"jsonrpc\":\"2.0\",\"method\":\"bye\",\"params\":{\"reason\":\"test\",\"rev\":4}}"
  private static let reset = """
    {"op":"reset","state":{"tab":"t","stacks":{"t":[{"key":"e1","screen":"A","params":{},"new":0}]},"modals":[],"notices":[],"visit":null,"new":{}},"new":0}
    """
  private static let push = """
    {"op":"fly","to":"moon"},{"op":"push","tab":"t","entry":{"key":"e2","screen":"B","params":{"n":1}}}
    """

  private static let scripts = [
    [unknown, answer("snapshot", 3), event(3, reset), sync, event(4, push), bye],
    [unknown, answer("resumed", 4), event(4, push), event(6, push)],
    [answer("snapshot", 3), event(3, reset), sync, event(4, push)],
  ]
}
