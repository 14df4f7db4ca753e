import Foundation
import Glibc
import Testing

@testable import navctl

/// What navctl does with the streams that it is given, and what its manual says of it.
@Suite(.serialized) struct NavctlTerminalTests {
  private let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(apps: `Programs against the program`.manifests)
    let sent = try run("navctl send '{\"className\":\"Rank\"}'")
    #expect(sent.status == 0, "\(sent.said)")
  }

  private func run(_ script: String) throws -> (said: String, status: Int32) {
    try `Programs against the program`.run(script, socket: daemon.socket)
  }

  @Test func `Who reads the output may go at any time`() throws {
    let scripts = [
      "set -o pipefail; timeout 10 navctl watch | head -1",
      "set -o pipefail; timeout 10 navctl watch --json | head -1",
      "set -o pipefail; timeout 10 navctl help | head -1", "set -o pipefail; navctl state | true",
      "set -o pipefail; navctl payloads --json | head -c 1",
    ]
    for script in scripts {
      let (said, status) = try run(script)
      #expect(status == 0, "\(script)\n\(said)")
      #expect(!said.contains("navctl:") && !said.contains("\n\n"), "\(script)\n\(said)")
    }
  }

  @Test func `Streams that are closed are no sockets`() throws {
    let table: [(String, Int32, String)] = [
      ("navctl ping <&-", 0, "navd answers\n"), ("navctl watch --count 1 <&-", 0, "shop rev 1"),
      ("navctl send - <&-", 64, "standard input: "), ("navctl raw <&- ", 0, ""),
      ("navctl ping >&-", 1, "Bad file descriptor"), ("navctl ping 2>&-", 0, "navd answers\n"),
      ("navctl nope 2>&-", 64, ""), ("navctl ping <&- >&- 2>&-", 1, ""),
      ("navctl watch --count 1 >&-", 1, "Bad file descriptor"),
      ("navctl ping >/dev/full", 1, "No space left on device"),
      ("navctl watch --count 1 --timeout 5 >/dev/full", 1, "No space left on device"),
    ]
    for (script, status, said) in table {
      let result = try run("timeout 10 " + script)
      #expect(result.status == status, "\(script)\n\(result.said)")
      #expect(
        said.isEmpty ? result.said.isEmpty : result.said.contains(said), "\(script)\n\(result.said)"
      )
    }
    #expect(try run("navctl ping").said == "navd answers\n")
    let other = daemon.folder.appendingPathComponent("other").path
    let bare = try run(
      """
      export NAVD_SOCKET=\(other)
      navd --socket "$NAVD_SOCKET" --durability none --manifests \(daemon.folder.path) <&- >&- 2>&- & pid=$!
      navctl ping --wait --timeout 10; navctl server info | head -1; kill $pid; wait $pid; echo $?
      """)
    #expect(bare.said == "navd answers\n  server      navd\n0\n")
  }

  @Test func `What looks like an option is none behind two dashes`() throws {
    let table: [(String, Int32, String)] = [
      ("navctl send -- --help", 1, "bad_link"), ("navctl open -- --help", 1, "bad_link"),
      ("navctl open -- -h", 1, "bad_link"), ("navctl resolve -- --json", 1, "bad_link"),
      ("navctl send -- @/etc/hostname", 1, "bad_link"), ("navctl send -- -", 1, "bad_link"),
      ("navctl cancel -- --help", 1, "no_such_request"),
      ("navctl state -- --help", 1, "no_such_session"),
      ("navctl send '{\"className\":\"--help\"}'", 1, "screen_unknown"),
      ("printf -- --help | navctl send -", 1, "bad_link"),
    ]
    for (script, status, said) in table {
      let result = try run(script)
      #expect(result.status == status, "\(script)\n\(result.said)")
      #expect(result.said.contains(said), "\(script)\n\(result.said)")
      #expect(!result.said.contains("usage:"), "\(script)\n\(result.said)")
    }
  }

  @Test func `Colours are for terminals that want them`() throws {
    let escape = "\u{1B}["
    let piped = try run("navctl state; navctl sessions; navctl history")
    #expect(piped.status == 0 && !piped.said.contains(escape), "\(piped.said)")
    #expect(try onTerminal("navctl state").contains(escape))
    #expect(try onTerminal("NO_COLOR= navctl state").contains(escape))
    #expect(try !onTerminal("NO_COLOR=1 navctl state").contains(escape))
    #expect(try !onTerminal("TERM=dumb navctl state").contains(escape))
    #expect(try !onTerminal("navctl state --no-color").contains(escape))
    #expect(try !onTerminal("navctl state --json").contains(escape))
    #expect(
      try onTerminal("navctl send -").contains("'-' reads standard input, and that is a terminal"))
    for verb in ["state", "history", "requests", "sessions", "status", "payloads", "help"] {
      let (said, _) = try run("navctl \(verb) --json | grep -vE '^[[{]' | head -3")
      #expect(verb == "help" || said.isEmpty, "--json of \(verb) is more than JSON:\n\(said)")
    }
  }

  /// What a script says on a terminal of its own.
  private func onTerminal(_ script: String) throws -> String {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    var (lock, number): (CInt, CInt) = (0, -1)
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2).
    guard ioctl(terminal, 0x4004_5431, &lock) == 0, ioctl(terminal, 0x8004_5430, &number) == 0
    else {
      throw RunningDaemon.Failure(description: "no terminal: errno \(errno)")
    }
    let name = "/dev/pts/\(number)"
    let keeper = open(name, O_RDWR | O_NOCTTY)
    defer { close(keeper) }
    _ = try run("unset NO_COLOR; export TERM=xterm; exec <\(name) >\(name) 2>&1\n\(script)")
    var said: [UInt8] = []
    var poller = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    while poll(&poller, 1, 0) > 0 {
      var chunk = [UInt8](repeating: 0, count: 65536)
      let count = read(terminal, &chunk, chunk.count)
      guard count > 0 else { break }
      said += chunk[..<count]
    }
    return String(decoding: said, as: UTF8.self)
  }

  @Test func `An interrupt ends it at once`() throws {
    let program = try SpawnedProgram(navctl: ["watch"], socket: daemon.socket)
    #expect(program.line()?.hasPrefix("shop rev 1") == true)
    program.signal(SIGINT)
    #expect(program.end() == -SIGINT)
  }

  @Test func `Requests are waited for and taken back, with the exit codes that are promised`()
    throws
  {
    let table: [(String, Int32, String)] = [
      ("navctl wait r1 --timeout 0.01", 3, "ack_timeout"),
      ("navctl wait r1 --for delivered --timeout 0.01", 3, "nobody received it in time"),
      ("navctl wait r9", 1, "no_such_request"),
      ("navctl wait r1 --for stored", 64, "--for is delivered or acked"),
      ("navctl open 'https://shop.example.com/orders/7'", 4, "held       shop"),
      ("navctl wait r2", 4, "held  shop"), ("navctl cancel r2", 0, "cancelled r2"),
      ("navctl cancel r2", 1, "no_such_request"),
      (
        "navctl wait r1 & navctl attach shop --count 1 >/dev/null; wait $!", 0,
        "acked  shop  rev 1  (r1)"
      ),
      ("navctl wait r1 --json", 0, "\"outcome\":\"acked\""),
      ("navctl cancel r1", 4, "cancelled: request 'r1' was acked"),
      ("navctl send --json '{\"className\":\"Rank\"}' | grep -o r3", 0, "r3"),
      ("navctl cancel r3 --json", 0, "{}\n"), ("navctl wait r3", 4, "cancelled  shop  rev 2  (r3)"),
      ("navctl cancel r3", 4, "is over: it is cancelled"),
      (
        "navctl send --ttl 30 '{\"className\":\"Rank\"}'; navctl wait r4 & p=$!; until navctl cancel r4; do :; done >/dev/null; wait $p",
        4, "cancelled"
      ),
      ("navctl requests --outcome cancelled --json | wc -l", 0, "2\n"),
    ]
    for (script, status, said) in table {
      let result = try run(script)
      #expect(result.status == status, "\(script)\n\(result.said)")
      #expect(result.said.contains(said), "\(script)\n\(result.said)")
    }
  }

  @Test func `The manual has every verb and option, and no other`() throws {
    let file = `Programs against the program`.root.appendingPathComponent(
      "contrib/man/navctl.1.scd")
    let manual = try String(contentsOf: file, encoding: .utf8)
    func section(_ name: String) -> String {
      let parts = manual.components(separatedBy: "\n# ")
      return parts.first { $0.hasPrefix(name + "\n") } ?? ""
    }
    let heads = section("VERBS").components(separatedBy: "\n").filter { $0.hasPrefix("*") }
    // A head names a verb at its start and behind each comma.
    let verbs = heads.flatMap { $0.components(separatedBy: ", ") }
      .compactMap { $0.firstMatch(of: #/^\*([a-z]+)\*/#)?.output.1 }.map(String.init)
    #expect(verbs.sorted() == Verb.all.map(\.name).sorted())
    let options = section("OPTIONS").components(separatedBy: "\n").filter { $0.hasPrefix("*") }
      .flatMap { $0.matches(of: #/\*--([a-z-]+)\*/#).map { String($0.output.1) } }
    #expect(options.sorted() == Option.allCases.map(\.rawValue).sorted())
    for code in ["0", "1", "2", "3", "4", "5", "64", "130"] {
      #expect(section("EXIT STATUS").contains("*\(code)*"), "\(code)")
    }
    let examples = section("EXAMPLES").components(separatedBy: "\n").filter { $0.hasPrefix("\t") }
    #expect(examples.count >= 4)
    for example in examples {
      // The shell takes it apart; navctl is told the words, and nothing is done.
      let words = try run(
        "navctl() { printf '%s\\n' \"$@\"; }\nmosquitto_sub() { echo '{}'; }\n\(example)")
      let call = words.said.split(separator: "\n").map(String.init)
      #expect(throws: Never.self, "\(example)") { try Invocation(call) }
    }
    for verb in Verb.all {
      let (said, status) = try run("navctl \(verb.name) --help; navctl help \(verb.name)")
      #expect(status == 0 && said.hasPrefix("usage: navctl "), "\(verb.name)\n\(said)")
    }
  }
}
