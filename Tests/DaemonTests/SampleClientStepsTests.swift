import Foundation
import Glibc
import TestSupport
import Testing

/// Each sample client follows 1,000 random steps: its printed replica equals `session.get` after each.
@Suite struct `Sample clients through random steps` {
  static let clients = [
    "python3 contrib/clients/navd_client.py", "node contrib/clients/navd_client.mjs",
  ]

  @Test(arguments: clients)
  func `have the state that navd has after each`(client: String) throws {
    let words = client.components(separatedBy: " ")
    guard
      try `Programs against the program`.run("command -v \(words[0])", socket: "").status == 0
    else {
      print("skipped: \(words[0]) is not installed")
      return
    }
    let world = try SampleClientWorld(words, seed: 6)
    for number in 0..<1000 {
      let step = try world.step(number)
      if let wrong = try world.disagreement() {
        Issue.record("step \(number), \(step)\n\(wrong)")
        return
      }
    }
    print("\(words[0]): \(world.tally.sorted { $0.key < $1.key }.map { "\($0) \($1)" })")
  }
}
