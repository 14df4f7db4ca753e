import Foundation
import JSON
import TestSupport
import Testing

@Suite struct `Transcripts of the wire` {
  @Test(arguments: Transcript.all)
  func `hold in process`(_ transcript: Transcript) throws {
    let bench = try Seatbench()
    for step in transcript.steps {
      switch step {
      case .says(let client, let line):
        bench.say(line.replacingOccurrences(of: "$EPOCH", with: bench.epoch.string), as: client)
      case .passes(let milliseconds): bench.pass(milliseconds: milliseconds)
      case .restart: bench.restart()
      case .close(let client): bench.close(client)
      case .hears(let client, let expected, let number):
        let line = bench.next(client)
        #expect(
          Transcript.matches(line ?? "", expected, epoch: bench.epoch.string),
          "\(transcript.name):\(number)\n  heard    \(line ?? "nothing")\n  expected \(expected)")
      }
    }
    for (client, lines) in bench.heard.sorted(by: { $0.key < $1.key }) {
      #expect(lines.isEmpty, "\(transcript.name): '\(client)' heard more: \(lines)")
    }
  }

  @Test func `are there`() { #expect(Transcript.all.count >= 8) }
}

/// Writes what navd answers into the transcripts, to be read before it is believed.
@Suite struct `Recording transcripts` {
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["RECORD_TRANSCRIPTS"] != nil),
    arguments: Transcript.all)
  func `is for people`(_ transcript: Transcript) throws {
    let file = Conformance.tables.appendingPathComponent("wire/\(transcript.name)")
    let bench = try Seatbench()
    var lines: [String] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      let single = try Transcript(name: transcript.name, text: String(line))
      guard let step = single.steps.first else {
        lines.append(String(line))
        continue
      }
      if case .hears = step { continue }
      lines.append(String(line))
      switch step {
      case .says(let client, let text):
        bench.say(text.replacingOccurrences(of: "$EPOCH", with: bench.epoch.string), as: client)
      case .passes(let milliseconds): bench.pass(milliseconds: milliseconds)
      case .restart: bench.restart()
      case .close(let client): bench.close(client)
      case .hears: break
      }
      for client in bench.heard.keys.sorted() {
        while let heard = bench.next(client) {
          lines.append("\(client)< " + Self.general(heard))
        }
      }
    }
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
  }

  /// A line without what differs from run to run.
  static func general(_ line: String) -> String {
    let pairs = [
      ("\"epoch\":\"test\"", "\"epoch\":\"$EPOCH\""), ("\"at\":1764460800", "\"at\":…"),
      ("\"active_at\":1764460800", "\"active_at\":…"), ("@1000\"", "@$UID\""),
      ("\"uid\":1000", "\"uid\":$UID"), ("\"role\":\"user\"", "\"role\":\"…\""),
      ("\"version\":\"0\"", "\"version\":\"…\""),
    ]
    return pairs.reduce(line) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}
