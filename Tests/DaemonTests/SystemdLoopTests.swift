import Glibc
import Systemd
import Testing
import UnixIO

@MainActor
@Suite(.serialized)
struct SystemdLoopTests {
  @Test func `A readable descriptor calls its source until it is read`() throws {
    let loop = try EventLoop()
    try UnixSocket.withPair { first, second in
      var calls = 0
      let source = try loop.onReadable(first.raw) { calls += 1 }
      var dispatched = [try loop.runOnce(milliseconds: 0)]
      _ = Transfer.send(second.raw, [1].span)
      dispatched.append(try loop.runOnce(milliseconds: 0))
      dispatched.append(try loop.runOnce(milliseconds: 0))
      source.set(.off)
      dispatched.append(try loop.runOnce(milliseconds: 0))
      #expect(dispatched == [false, true, true, false])
      #expect(calls == 2)
    }
  }

  @Test func `A source that ended frees its closure`() throws {
    let loop = try EventLoop()
    weak var freed: Token?
    do {
      let token = Token()
      freed = token
      let source = try loop.onNext { token.calls += 1 }
      #expect(try loop.runOnce(milliseconds: 0))
      #expect(token.calls == 1)
      source.set(.once)
    }
    #expect(freed == nil)
    #expect(try !loop.runOnce(milliseconds: 0))
  }

  @Test func `A timer fires once when it is armed, and late is at once`() throws {
    let loop = try EventLoop()
    var calls = 0
    let timer = try loop.timer { calls += 1 }
    #expect(try !loop.runOnce(milliseconds: 0))
    timer.arm(at: SystemClock.boottime())
    #expect(try loop.runOnce(milliseconds: nil))
    #expect(try !loop.runOnce(milliseconds: 0))
    #expect(calls == 1)
  }

  @Test func `Sources that are ready together come by priority`() throws {
    let loop = try EventLoop()
    var order: [Int] = []
    let late = try loop.onNext { order.append(2) }
    let early = try loop.onNext { order.append(1) }
    late.setPriority(10)
    early.setPriority(-10)
    while try loop.runOnce(milliseconds: 0) {}
    #expect(order == [1, 2])
  }

  @Test func `A descriptor in an epoll set makes the set ready, with its tag`() throws {
    try UnixSocket.withPair { first, second in
      let set = try EpollSet()
      try set.add(first.raw, tag: 0xFFFF_FFFE, .readable)
      var ready: [(tag: UInt32, found: EpollSet.Readiness)] = []
      try set.ready(into: &ready)
      #expect(ready.isEmpty)
      _ = Transfer.send(second.raw, [1].span)
      try set.ready(into: &ready)
      #expect(ready.map(\.tag) == [0xFFFF_FFFE])
      #expect(ready.first?.found == .readable)
      ready.removeAll()
      try set.modify(first.raw, tag: 5, [.readable, .writable])
      try set.ready(into: &ready)
      #expect(ready.map(\.tag) == [5])
      #expect(ready.first?.found == [.readable, .writable])
      set.remove(first.raw)
      ready.removeAll()
      try set.ready(into: &ready)
      #expect(ready.isEmpty)
      #expect(throws: SystemdError.self) { try set.modify(first.raw, tag: 5, .readable) }
    }
  }

  @Test func `A notification goes to the socket of the service manager, in one line a field`()
    throws
  {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/notify"
    let socket = try datagramSocket(path)
    setenv("NOTIFY_SOCKET", path, 1)
    defer { unsetenv("NOTIFY_SOCKET") }
    ServiceManager.ready(status: "2 apps\nREADY=0")
    var bytes: [UInt8] = []
    #expect(Transfer.receive(socket.raw, appendingTo: &bytes) == .count(bytes.count))
    #expect(String(decoding: bytes, as: UTF8.self) == "READY=1\nSTATUS=2 apps READY=0")
    bytes = []
    ServiceManager.reloading()
    _ = Transfer.receive(socket.raw, appendingTo: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
  }

  @Test func `Nothing is passed to a process that was not activated`() throws {
    #expect(try ServiceManager.passedDescriptors().isEmpty)
  }

  private func datagramSocket(_ path: String) throws -> OwnedDescriptor {
    let raw = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(result == 0)
    return OwnedDescriptor(owning: raw)
  }
}

private final class Token {
  var calls = 0
}
