import Foundation
import Glibc
import TestSupport
import Testing

/// The program on a file system of 1 MiB that a test fills.
@Suite(.serialized) struct FullDiskProgramTests {
  @Test func `navd goes on when its disk is full, and stores again when it is not`() throws {
    let apps = FileManager.default.temporaryDirectory
      .appendingPathComponent("navd-apps-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: apps, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: apps) }
    try DaemonInProcess.manifest.write(
      to: apps.appendingPathComponent("shop.json"), atomically: true, encoding: .utf8)
    var disk = ""
    defer { umount2(disk, Int32(MNT_DETACH)) }
    var refusal: Int32 = 0
    let navd = try RunningDaemon(apps: apps, durability: "full") { folder in
      disk = folder.appendingPathComponent("state").path
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      if mount("tmpfs", disk, "tmpfs", 0, "size=1m,mode=700") != 0 { refusal = errno }
    }
    guard refusal == 0 else {
      return print("skipped, no tmpfs can be mounted (errno \(refusal)): navd on a full disk")
    }
    let watcher = try Wire(navd.socket)
    watcher.write(request("subscribe", "\"session\":\"shop\",\"app\":\"shop\""))
    for _ in 0..<3 { _ = watcher.line() }

    let sender = try Wire(navd.socket)
    var stored = 0
    #expect(send(sender, &stored))
    let filler = disk + "/filler"
    fill(filler)
    while send(sender, &stored), stored < 2_000 {}
    #expect(stored < 2_000)
    try navd.wait { $0.contains("the disk is full") }
    #expect(try revision(sender) == stored)
    #expect(!send(sender, &stored))

    #expect(unlink(filler) == 0)
    try navd.wait { $0.contains("STATUS=") && !$0.contains("the disk is full") }
    #expect(send(sender, &stored))
    #expect(try revision(sender) == stored)
    for rev in 1...stored {
      #expect(try #require(watcher.line()).contains("\"rev\":\(rev),"))
    }
    navd.stop(SIGKILL)
    try navd.start()
    #expect(try revision(Wire(navd.socket)) == stored)
    print("\(stored) sends fitted 1 MiB with what filled it")
    navd.stop()
  }

  private func request(_ method: String, _ params: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":{\(params)}}\n"
  }

  /// Sends something of 4 KiB; false where it is refused as not durable.
  private func send(_ wire: Wire, _ stored: inout Int) -> Bool {
    wire.write(
      request("send", "\"link\":\"shop:item/\(String(repeating: "x", count: 4096))\""))
    let answer = wire.line() ?? ""
    if answer.contains("\"not_durable\"") { return false }
    #expect(answer.contains("\"outcome\":\"queued\""), "\(answer)")
    stored += 1
    return true
  }

  private func revision(_ wire: Wire) throws -> Int {
    wire.write(request("session.get", "\"session\":\"shop\""))
    let answer = try #require(wire.line())
    let start = try #require(answer.range(of: "\"rev\":")).upperBound
    return Int(answer[start...].prefix { $0.isNumber }) ?? -1
  }

  private func fill(_ path: String) {
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    let block = [UInt8](repeating: 0, count: 4096)
    while Glibc.write(file, block, block.count) > 0 {}
    close(file)
  }
}
