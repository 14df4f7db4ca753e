import Foundation
import Glibc
import Testing

@testable import navctl

/// The completion of bash, as bash asks for it.
@Suite(.serialized) struct NavctlCompletionTests {
  @Test func `Words are completed with what navctl takes and navd has`() throws {
    let daemon = try RunningDaemon(apps: `Programs against the program`.manifests)
    let verbs = Verb.all.map(\.name)
    let common = Option.common.map { "--\($0.rawValue)" }
    let table: [(String, [String])] = [
      ("''", verbs), ("s", verbs.filter { $0.hasPrefix("s") }), ("--json wa", ["watch", "wait"]),
      ("watch ''", ["shop"]), ("watch --c", ["--cursor-file", "--count"]),
      ("ping --", ["--wait"] + common), ("send --arrival ''", ["tapped", "received"]),
      ("send --session ''", ["shop"]), ("send --wait = a", ["acked"]),
      ("send --wait =", ["stored", "delivered", "acked"]), ("send --ttl ''", []),
      ("cancel ''", ["r1"]), ("wait r1 --for d", ["delivered"]), ("app ''", ["kiosk", "shop"]),
      ("server r", ["reload"]), ("help stat", ["state", "status", "stats"]),
    ]
    var script = """
      navctl send '{"className":"Rank"}' >/dev/null
      source '\(`Programs against the program`.root.path)/contrib/completions/navctl.bash'
      ask() { COMP_WORDS=(navctl "$@") COMP_CWORD=$#; COMPREPLY=(); _navctl; echo "${COMPREPLY[*]}"; }

      """
    for (words, _) in table { script += "ask \(words)\n" }
    let (said, status) = try `Programs against the program`.run(script, socket: daemon.socket)
    #expect(status == 0)
    let answers = said.components(separatedBy: "\n")
    #expect(answers.count == table.count + 1, "\(said)")
    for ((words, expected), answer) in zip(table, answers) {
      #expect(answer == expected.joined(separator: " "), "navctl \(words)")
    }
    daemon.stop(SIGKILL)
    let alone = try `Programs against the program`.run(
      script.components(separatedBy: "\n").dropFirst().prefix(2).joined(separator: "\n")
        + "\nask watch ''; ask se", socket: daemon.socket)
    #expect(alone.said == "\nsend sessions server\n", "\(alone.said)")
  }
}
