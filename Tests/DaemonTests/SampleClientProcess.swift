import Foundation
import Glibc

/// A sample client as a process, with the replica that it printed last.
final class SampleClientProcess {
  let isFrontend: Bool
  private(set) var rev = -1
  private(set) var state = NSDictionary()
  private let process = Process()
  private let output = Pipe()
  private var buffer: [UInt8] = []

  init(_ words: [String], session: String, app: String, socket: String, isFrontend: Bool) throws {
    self.isFrontend = isFrontend
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = `Programs against the program`.root
    process.arguments =
      words + ["--socket", socket, "--app", app] + (isFrontend ? [] : ["--observe"]) + [session]
    process.standardOutput = output
    process.standardError = FileHandle.standardError
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  deinit { stop() }

  func stop() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Reads what it prints until it has applied an event; returns what is wrong.
  func follow(to wanted: Int) -> String? {
    while rev < wanted {
      guard let line = line() else { return "rev \(wanted) does not come after \(rev)" }
      guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? NSDictionary,
        let next = object["rev"] as? Int, let replica = object["state"] as? NSDictionary
      else { return "prints \(String(decoding: line, as: UTF8.self))" }
      if next <= rev { return "prints rev \(next) after \(rev)" }
      (rev, state) = (next, replica)
    }
    return nil
  }

  private func line() -> [UInt8]? {
    let descriptor = output.fileHandleForReading.fileDescriptor
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        return line
      }
      var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&poller, 1, 60_000)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      var chunk = [UInt8](repeating: 0, count: 65536)
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return nil }
      buffer += chunk[..<count]
    }
  }
}
