import Glibc
import Testing
import UnixIO

struct UnixIOSocketTests {
  let directory = TemporaryDirectory()
  var path: String { "\(directory.path)/s" }

  @Test func `What one end sends the other receives, then the end`() throws {
    let listener = try Listener(at: path)
    let none = try UnixSocket.accept(from: listener.descriptor.raw)
    let isNone = none == nil
    #expect(isNone)
    let client = try UnixSocket.connect(to: path)
    guard let server = try UnixSocket.accept(from: listener.descriptor.raw) else {
      Issue.record("nothing to accept")
      return
    }
    var bytes: [UInt8] = [1]
    #expect(Transfer.receive(server.raw, appendingTo: &bytes) == .wouldBlock)
    #expect(Transfer.send(client.raw, [2, 3].span) == .count(2))
    #expect(Transfer.receive(server.raw, appendingTo: &bytes, limit: 1) == .count(1))
    #expect(Transfer.receive(server.raw, appendingTo: &bytes) == .count(1))
    #expect(bytes == [1, 2, 3])
    Transfer.endWriting(client.raw)
    #expect(Transfer.receive(server.raw, appendingTo: &bytes) == .ended)
    #expect(Transfer.send(server.raw, [4].span) == .count(1))
    _ = try client.close()
    #expect(Transfer.send(server.raw, [4].span) == .ended)
  }

  @Test func `Sending to a peer that does not read ends in wouldBlock`() throws {
    try UnixSocket.withPair { first, _ in
      let bytes = [UInt8](repeating: 7, count: 65536)
      var result = Transfer.count(0)
      for _ in 0..<1000 where result != .wouldBlock {
        result = Transfer.send(first.raw, bytes.span)
      }
      #expect(result == .wouldBlock)
    }
  }

  @Test func `The socket file is for its owner alone and gone with the listener`() throws {
    var status = stat()
    do {
      let listener = try Listener(at: path)
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
      #expect(listener.path == path)
    }
    #expect(stat(path, &status) == -1)
  }

  @Test func `A wider mode is made at once`() throws {
    let listener = try Listener(at: path, mode: 0o666)
    var status = stat()
    #expect(stat(listener.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o666)
  }

  @Test func `A stale socket file is replaced`() throws {
    do {
      let listener = try Listener(at: path)
      #expect(link(listener.path, "\(path).kept") == 0)
    }
    #expect(rename("\(path).kept", path) == 0)
    let listener = try Listener(at: path)
    _ = try UnixSocket.connect(to: listener.path)
  }

  @Test func `A second listener is refused while the first lives`() throws {
    let first = try Listener(at: path)
    let error = #expect(throws: SocketError.self) { try listen(path) }
    #expect(error?.operation == .lock)
    #expect(error?.errno == .wouldBlock)
    #expect(first.path == path)
  }

  @Test func `A file that is no socket stays`() throws {
    try Files.replace(path, with: [1])
    let error = #expect(throws: SocketError.self) { try listen(path) }
    #expect(error?.operation == .bind)
    #expect(try Files.read(path) == [1])
  }

  @Test(arguments: [0, 108, 200]) func `A path must have 1 to 107 bytes`(length: Int) {
    let long = String(repeating: "x", count: length)
    let error = #expect(throws: SocketError.self) { try connect(long) }
    #expect(error?.operation == .path)
    #expect(error?.description.contains("\(length)") == true)
  }

  @Test func `Connecting says what is missing`() {
    let error = #expect(throws: SocketError.self) { try connect(path) }
    #expect(error?.errno == .notFound)
    #expect(error?.description.contains("is navd running?") == true)
  }

  @Test func `Connecting to a full backlog times out`() throws {
    let listener = try Listener(at: path, backlog: 0)
    let first = try UnixSocket.connect(to: listener.path)
    let error = #expect(throws: SocketError.self) { try connect(path, milliseconds: 1) }
    #expect(error?.errno == .timedOut)
    #expect(first.raw >= 0)
  }

  @Test func `The peer's numbers are those of this process`() throws {
    try UnixSocket.withPair { first, _ in
      let credentials = try PeerCredentials(of: first.raw)
      #expect(credentials.uid == geteuid())
      #expect(credentials.gid == getegid())
      #expect(credentials.pid == getpid())
      #expect(credentials.isMember(of: getegid()))
      #expect(!credentials.isMember(of: 4_000_000_000))
    }
  }

  @Test func `A wait tells what can be done`() throws {
    try UnixSocket.withPair { reading, second in
      var entries = [PollEntry(reading.raw), PollEntry(second.raw, read: true, write: true)]
      let first = try PollEntry.wait(&entries, milliseconds: 0)
      #expect(first == 1)
      #expect(!entries[0].isReadable && entries[1].isWritable && !entries[1].isReadable)
      _ = Transfer.send(second.raw, [1].span)
      let both = try PollEntry.wait(&entries, milliseconds: nil)
      #expect(both == 2)
      #expect(entries[0].isReadable)
    }
  }

  private func listen(_ path: String) throws { _ = try Listener(at: path) }

  private func connect(_ path: String, milliseconds: Int = 10) throws {
    _ = try UnixSocket.connect(to: path, milliseconds: milliseconds)
  }
}
