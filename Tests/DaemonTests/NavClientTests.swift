import JSON
import Testing
import UnixIO

@testable import NavClient

struct NavClientTests {
  let directory = TemporaryDirectory()
  var path: String { "\(directory.path)/s" }

  @Test
  func `The socket is the one given, the variable's, the user's if it is there, the system's`() {
    func choose(_ given: String?, _ variables: [String: String], there: Bool) -> String {
      SocketPath.choose(given: given, environment: { variables[$0] }, exists: { _ in there })
    }
    let all = ["NAVD_SOCKET": "/n", "XDG_RUNTIME_DIR": "/run/user/7"]
    let user = ["XDG_RUNTIME_DIR": "/run/user/7"]
    #expect(choose("/g", all, there: true) == "/g")
    #expect(choose(nil, all, there: true) == "/n")
    #expect(choose("", user, there: true) == "/run/user/7/navd/navd.sock")
    #expect(choose(nil, user, there: false) == "/run/navd/navd.sock")
    #expect(choose(nil, ["XDG_RUNTIME_DIR": "relative"], there: true) == "/run/navd/navd.sock")
  }

  @Test func `Waits double up to five seconds, and half of each is chance`() {
    var backoff = Backoff()
    var generator = SystemRandomNumberGenerator()
    for ceiling in [100, 200, 400, 800, 1600, 3200, 5000, 5000] {
      #expect((ceiling / 2...ceiling).contains(backoff.next(using: &generator)))
    }
    backoff.reset()
    #expect(backoff.next(using: &generator) <= 100)
  }

  @Test func `Nobody there is unreachable`() {
    let error = #expect(throws: ClientError.self) { try Connection(to: path) }
    guard case .unreachable(let reason)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(reason.errno == .notFound)
  }

  @Test func `What comes before an answer is kept, and unknown members are ignored`() throws {
    try withPeer { connection, peer in
      peer("{\"jsonrpc\":\"2.0\",\"method\":\"weather\",\"params\":{}}")
      peer("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"n\":9007199254740993},\"future\":[]}")
      let result = try connection.call("ping", until: .after(milliseconds: 5000))
      #expect(result == "{\"n\":9007199254740993}")
      guard case .notification(let method, _)? = try connection.next(until: .never) else {
        Issue.record("the notification is gone")
        return
      }
      #expect(method == "weather")
    }
  }

  @Test func `A refusal has its kind, place and number`() throws {
    try withPeer { connection, peer in
      peer(
        "{\"error\":{\"code\":1006,\"message\":\"no\",\"data\":{\"kind\":\"bad_link\",\"offset\":3}}}"
      )
      let error = #expect(throws: ClientError.self) {
        try connection.call(bare: Array("\"x\"".utf8), until: .after(milliseconds: 5000))
      }
      guard case .refused(let refused)? = error else {
        Issue.record("\(error as Any)")
        return
      }
      #expect(refused.kind == "bad_link")
      #expect(refused.code == 1006)
      #expect("\(refused)" == "bad_link: no (at byte 3)")
    }
  }

  @Test func `No answer in time and an end with its reason are told apart`() throws {
    try withPeer { connection, peer in
      #expect(throws: ClientError.timedOut("the answer to ping")) {
        try connection.call("ping", until: .after(milliseconds: 1))
      }
      peer("{\"jsonrpc\":\"2.0\",\"method\":\"bye\",\"params\":{\"reason\":\"stopping\"}}")
      peer(nil)
      #expect(throws: ClientError.disconnected("stopping")) {
        try connection.call("ping", until: .after(milliseconds: 5000))
      }
    }
  }

  @Test func `Nonsense is told apart from them`() throws {
    try withPeer { connection, peer in
      peer("nonsense")
      #expect {
        try connection.call("ping", until: .after(milliseconds: 5000))
      } throws: {
        if case ClientError.malformed = $0 { true } else { false }
      }
    }
  }

  /// Lends a connection and a way to write lines to it; nil ends it.
  private func withPeer(_ body: (Connection, (String?) -> Void) throws -> Void) throws {
    let listener = try Listener(at: path)
    let connection = try Connection(to: path)
    guard let accepted = try UnixSocket.accept(from: listener.descriptor.raw) else {
      Issue.record("nothing to accept")
      return
    }
    let raw = accepted.release()
    var isOpen = true
    func end() {
      if isOpen { _ = OwnedDescriptor(owning: raw) }
      isOpen = false
    }
    defer { end() }
    try body(connection) { line in
      guard let line else { return end() }
      _ = Transfer.send(raw, Array((line + "\n").utf8).span)
    }
  }
}
