import Foundation
import Testing

/// The short form of the fault suite (contrib/stress), by the numbers of Tests/README.md.
@Suite(.serialized) struct `The fault suite, short` {
  static let numbers = [
    1, 2, 6, 9, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 29, 31, 33, 35,
  ]

  @Test func `holds`() throws {
    guard try `Programs against the program`.run("command -v python3", socket: "").status == 0
    else {
      print("skipped: python3 is not installed")
      return
    }
    let navd = RunningDaemon.programs.appendingPathComponent("navd").path
    let stress = `Programs against the program`.root.appendingPathComponent(
      "contrib/stress/stress.py"
    ).path
    let result = try `Programs against the program`.run(
      "timeout --kill-after 1 900 python3 '\(stress)' --short --navd '\(navd)' \(Self.numbers.map(String.init).joined(separator: " "))",
      socket: "")
    for line in result.said.components(separatedBy: "\n") where line.contains("skipped") {
      print(line)
    }
    #expect(result.status == 0, "\(result.said)")
  }
}
