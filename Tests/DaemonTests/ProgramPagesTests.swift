import Foundation
import Glibc
import Systemd
import Testing
import UnixIO

/// Pages of program and libraries that only a start needed.
@MainActor
@Suite(.serialized)
struct ProgramPagesTests {
  /// KiB of a line of `/proc/PID/status`.
  private func status(_ name: String, of pid: Int32) throws -> Int {
    let text = String(decoding: try Files.read("/proc/\(pid)/status"), as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(name):") })
    return try #require(
      line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
  }

  @Test func `What a file has in memory is let go, and is there when it is needed`() throws {
    let before = try status("RssFile", of: getpid())
    let size = ProgramPages.letGo()
    #expect(size > 1 << 20)
    #expect(try status("RssFile", of: getpid()) < before)
  }

  @Test func `A page with a debugger's breakpoint stays as it is`() throws {
    let function: @convention(c) () -> Void = { print("never called") }
    let place = Int(bitPattern: unsafeBitCast(function, to: UnsafeRawPointer.self))
    let memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC)
    defer { close(memory) }
    var byte: UInt8 = 0
    #expect(pread(memory, &byte, 1, place) == 1)
    var changed = ~byte
    // Where the kernel forbids such writes, no debugger makes them.
    guard pwrite(memory, &changed, 1, place) == 1 else { return }
    ProgramPages.letGo()
    #expect(pread(memory, &byte, 1, place) == 1)
    #expect(byte == changed)
  }

  @Test func `navd lets go what its start and a reload needed, and answers`() throws {
    let navd = try RunningDaemon(apps: `Programs against the program`.manifests)
    for turn in ["start", "reload"] {
      if turn == "reload" {
        kill(navd.pid, SIGHUP)
        try navd.wait { $0.contains("READY=1") }
      }
      let client = try Wire(navd.socket)
      client.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n")
      #expect(client.line()?.contains("\"result\"") == true)
      let peak: Int = try status("VmHWM", of: navd.pid)
      let now: Int = try status("VmRSS", of: navd.pid)
      #expect(peak - now > 1024, "\(turn): \(peak) KiB, then \(now) KiB")
    }
  }
}
