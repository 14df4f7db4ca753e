import Glibc
import NavStore
import Systemd
import UnixIO

@testable import navd

/// A daemon on this thread's loop, with a manifest of one app and clients that read what is there.
@MainActor
final class DaemonInProcess {
  let directory = TemporaryDirectory()
  let loop: EventLoop
  let daemon: Daemon

  init(
    _ more: [String] = ["--durability", "none"], store: (any Store)? = nil
  ) throws {
    loop = try EventLoop()
    let root = directory.path
    try Files.makeDirectories("\(root)/apps")
    try Files.replace("\(root)/apps/shop.json", with: Array(DaemonInProcess.manifest.utf8))
    let options = try Options(
      ["--socket", "\(root)/s", "--state", "\(root)/state", "--manifests", "\(root)/apps"] + more)
    let places = try Places(options, isSystem: false, home: root) { _ in nil }
    daemon = try Startup(options: options, places: places, loop: loop).prepare(store)
  }

  nonisolated static let manifest = """
    {"app":"shop","root":"Home","schemes":["shop"],"default":"Home",
     "screens":{"Home":{},"Item":{"params":{"id":"string"},"links":["/item/:id"]}}}
    """

  /// Serves until nothing is left to do.
  func settle() throws {
    while try loop.runOnce(milliseconds: daemon.inFlight.isEmpty ? 0 : nil) {}
  }

  func connect() throws -> Client {
    let client = try open()
    try settle()
    return client
  }

  /// Connects, and leaves serving to the caller.
  func open() throws -> Client {
    Client(try UnixSocket.connect(to: "\(directory.path)/s"), self)
  }

  /// One end of a connection.
  @MainActor
  final class Client {
    private let socket: OwnedDescriptor
    private unowned let owner: DaemonInProcess
    private(set) var hasEnded = false

    init(_ socket: consuming OwnedDescriptor, _ owner: DaemonInProcess) {
      self.socket = socket
      self.owner = owner
    }

    /// Ends the connection, even where a program that another test is just starting holds it as well.
    deinit { shutdown(socket.raw, Int32(SHUT_RDWR)) }

    /// Sends text, waiting for the daemon where it must.
    func send(_ text: String) throws { try send(bytes: Array(text.utf8)) }

    /// Sends bytes, which may be no text.
    func send(bytes: [UInt8]) throws {
      var rest = bytes[...]
      while !rest.isEmpty {
        switch Transfer.send(socket.raw, Array(rest).span) {
        case .count(let count): rest = rest.dropFirst(count)
        case .wouldBlock: try owner.settle()
        case .ended: return
        }
      }
      try owner.settle()
    }

    /// Sends text that fits the socket, and leaves serving to the caller.
    func write(_ text: String) throws {
      _ = Transfer.send(socket.raw, Array(text.utf8).span)
    }

    /// The lines that are there; serving is left to the caller.
    func available() throws -> [String] {
      var bytes: [UInt8] = []
      while case .count = Transfer.receive(socket.raw, appendingTo: &bytes) {}
      return split(bytes)
    }

    func end() throws {
      Transfer.endWriting(socket.raw)
      try owner.settle()
    }

    /// The lines that are there; reading makes room for more, so it goes on until nothing comes.
    func lines() throws -> [String] {
      var bytes: [UInt8] = []
      while true {
        switch Transfer.receive(socket.raw, appendingTo: &bytes) {
        case .count: try owner.settle()
        case .wouldBlock: return split(bytes)
        case .ended:
          hasEnded = true
          return split(bytes)
        }
      }
    }

    private func split(_ bytes: [UInt8]) -> [String] {
      bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
