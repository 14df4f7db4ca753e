import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.serialized) struct `Transcripts of the wire against the program` {
  static let timeless = Transcript.all.filter { transcript in
    !transcript.steps.contains { if case .passes = $0 { true } else { false } }
  }

  @Test(arguments: timeless)
  func `hold through the socket`(_ transcript: Transcript) throws {
    let daemon = try RunningDaemon(
      apps: Conformance.tables.appendingPathComponent("wire/apps"))
    var clients: [String: Wire] = [:]
    func client(_ name: String) throws -> Wire {
      if let wire = clients[name] { return wire }
      let wire = try Wire(daemon.socket)
      clients[name] = wire
      return wire
    }
    let probe = try Wire(daemon.socket)
    probe.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}\n")
    let hello = try #require(probe.line())
    let epoch = try #require(
      hello.components(separatedBy: "\"epoch\":\"").last?.components(separatedBy: "\"").first)
    for step in transcript.steps {
      switch step {
      case .says(let name, let line):
        try client(name).write(line.replacingOccurrences(of: "$EPOCH", with: epoch) + "\n")
      case .hears(let name, let expected, let number):
        let line = try client(name).line() ?? "nothing"
        #expect(
          Transcript.matches(line, expected, epoch: epoch, uid: getuid()),
          "\(transcript.name):\(number)\n  heard    \(line)\n  expected \(expected)")
      case .passes: break
      case .restart:
        clients = [:]
        daemon.stop(SIGKILL)
        try daemon.start()
      case .close(let name): clients[name] = nil
      }
    }
    #expect(daemon.stop() == 0)
  }
}

@Suite(.serialized) struct `One line and out` {
  @Test func `nc gets its answer and the connection ends by itself`() throws {
    let daemon = try RunningDaemon(
      apps: Conformance.tables.appendingPathComponent("wire/apps"))
    for input in ["{\"className\":\"SecondViewController\"}\n", "\"navigateApp://orders/1\""] {
      let wire = try Wire(daemon.socket)
      wire.write(input)
      wire.endInput()
      #expect(wire.line()?.contains("\"outcome\":\"queued\"") == true)
      #expect(wire.line(milliseconds: 5000) == nil)
    }
  }

  @Test func `a line that is too long is refused once and closes`() throws {
    let daemon = try RunningDaemon(
      apps: Conformance.tables.appendingPathComponent("wire/apps"))
    let wire = try Wire(daemon.socket)
    wire.write(String(repeating: "x", count: 70_000))
    #expect(wire.line()?.contains("\"too_large\"") == true)
    #expect(wire.line() == nil)
    let other = try Wire(daemon.socket)
    other.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n")
    #expect(other.line() == "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")
  }

  @Test func `a second navd on the same socket is refused, and a stale file is replaced`() throws {
    let daemon = try RunningDaemon(
      apps: Conformance.tables.appendingPathComponent("wire/apps"))
    daemon.stop(SIGKILL)
    try daemon.start()
    let wire = try Wire(daemon.socket)
    wire.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n")
    #expect(wire.line() == "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")
  }
}
