import Testing
import UnixIO

@testable import navd

@MainActor
@Suite(.serialized)
struct NavdLifecycleTests {
  @Test func `What was answered is there after a new start`() throws {
    let navd = try DaemonInProcess(["--durability", "normal"])
    let client = try navd.connect()
    try client.send("\"shop:item/7\"\n")
    #expect(try client.lines().count == 1)
    navd.daemon.close()
    let state = "\(navd.directory.path)/state"
    let again = try DaemonInProcess(["--durability", "normal", "--state", state])
    let second = try again.connect()
    try second.send(
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.get\",\"params\":{\"session\":\"shop\"}}\n"
    )
    let answer = try second.lines().first
    #expect(answer?.contains("\"id\":\"7\"") == true)
    #expect(answer?.contains("\"rev\":1") == true)
  }

  @Test func `A second daemon on one state directory is refused`() throws {
    let navd = try DaemonInProcess(["--durability", "full"])
    let failure = #expect(throws: StartFailure.self) {
      try DaemonInProcess(["--state", "\(navd.directory.path)/state"])
    }
    #expect(failure?.code == .store)
  }

  @Test func `A manifest that came is there after a reload, one with errors leaves the old`() throws
  {
    let navd = try DaemonInProcess()
    let client = try navd.connect()
    let apps = "\(navd.directory.path)/apps"
    try Files.replace("\(apps)/shop.json", with: Array("{".utf8))
    try Files.replace(
      "\(apps)/tv.json", with: Array("{\"app\":\"tv\",\"root\":\"A\",\"screens\":{\"A\":{}}}".utf8))
    navd.daemon.reload()
    try client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"app.list\"}\n")
    let answer = try client.lines().first
    #expect(answer?.contains("\"shop\"") == true)
    #expect(answer?.contains("\"tv\"") == true)
    #expect(navd.daemon.lastStatus.contains("shop.json:1:"))
  }

  @Test func `A manifest directory that is named must be there`() throws {
    let failure = #expect(throws: StartFailure.self) {
      try DaemonInProcess(["--durability", "none", "--manifests", "/nonexistent/apps"])
    }
    #expect(failure?.code == .configuration)
  }

  @Test func `A stop is announced, and its farewell is the last line`() throws {
    let navd = try DaemonInProcess()
    let client = try navd.connect()
    navd.daemon.drain()
    let lines = try client.lines()
    #expect(lines.first?.contains("draining") == true)
    #expect(lines.last?.contains("bye") == true)
  }
}
