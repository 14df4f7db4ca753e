import Foundation
import Glibc
import TestSupport

/// A built navd in a folder of its own; it waits for READY=1, never for time.
final class RunningDaemon {
  let folder: URL
  let socket: String
  private let arguments: [String]
  private var process: Process?
  private var notifications: Int32 = -1

  struct Failure: Error, CustomStringConvertible { var description: String }

  /// The folder of the built programs: that of the test bundle.
  static let programs: URL = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    return URL(fileURLWithPath: bundle ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }()

  /// - Parameter prepare: Is given the folder, of which `state` is the store's, before navd starts.
  init(
    apps: URL, durability: String = "normal", prepare: (URL) throws -> Void = { _ in }
  ) throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("navd-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    socket = folder.appendingPathComponent("s").path
    arguments = [
      "--socket", socket, "--state", folder.appendingPathComponent("state").path,
      "--manifests", apps.path, "--durability", durability,
    ]
    try prepare(folder)
    try start()
  }

  var pid: Int32 { process?.processIdentifier ?? -1 }

  /// Starts navd, and returns when it has said READY=1.
  func start() throws {
    let path = folder.appendingPathComponent("notify").path
    unlink(path)
    close(notifications)
    let listener = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    notifications = listener
    guard Self.withAddress(path, { bind(listener, $0, $1) }) == 0 else {
      throw Failure(description: "cannot bind \(path)")
    }
    let process = Process()
    process.executableURL = Self.programs.appendingPathComponent("navd")
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["NOTIFY_SOCKET"] = path
    process.environment = environment
    let log = folder.appendingPathComponent("log").path
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.standardError = FileHandle(forWritingAtPath: log)
    try process.run()
    self.process = process
    try wait { $0.contains("READY=1") }
  }

  /// Waits until navd tells its service manager something.
  func wait(for wanted: (String) -> Bool) throws {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var poller = pollfd(fd: notifications, events: Int16(POLLIN), revents: 0)
      guard poll(&poller, 1, 10_000) > 0 else {
        throw Failure(description: "no such notification in 10 s")
      }
      let count = recv(notifications, &buffer, buffer.count, 0)
      if wanted(String(decoding: buffer[..<max(0, count)], as: UTF8.self)) { return }
    }
  }

  /// Ends navd by a signal and waits for it.
  @discardableResult
  func stop(_ signal: Int32 = SIGTERM) -> Int32 {
    guard let process else { return -1 }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    self.process = nil
    return process.terminationStatus
  }

  deinit {
    stop(SIGKILL)
    close(notifications)
    try? FileManager.default.removeItem(at: folder)
  }

  static func withAddress<R>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R
  {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// A client's end of a connection, read line by line with a deadline.
final class Wire {
  let descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ path: String) throws {
    descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let descriptor = descriptor
    guard RunningDaemon.withAddress(path, { connect(descriptor, $0, $1) }) == 0 else {
      throw RunningDaemon.Failure(description: "cannot connect to \(path): errno \(errno)")
    }
  }

  /// Ends the connection, even where a program that another test is just starting holds it as well.
  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next line; nil at the end or when none comes within the deadline.
  func line(milliseconds: Int32 = 10_000) -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&poller, 1, milliseconds) > 0 else { return nil }
      var chunk = [UInt8](repeating: 0, count: 65536)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      buffer += chunk[..<count]
    }
  }
}
