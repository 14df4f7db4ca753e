import Testing

@testable import navd

@MainActor
struct NavdOptionsTests {
  @Test func `Options are read in both spellings`() throws {
    let options = try Options([
      "--socket", "/s", "--state=/d", "--manifests", "/a", "--manifests=/b", "--durability", "none",
    ])
    #expect(options.action == .serve)
    #expect(options.socket == "/s")
    #expect(options.state == "/d")
    #expect(options.manifests == ["/a", "/b"])
    #expect("\(options.durability)" == "none")
    #expect("\(try Options([]).durability)" == "full")
    #expect(try Options(["--version", "--help"]).action == .version)
  }

  @Test(arguments: [
    (["--socket"], "--socket needs a value"),
    (["--state="], "--state needs a value"),
    (["--durability", "some"], "--durability is full, normal or none, not 'some'"),
    (["--help=yes"], "--help takes no value"),
    (["serve"], "unknown argument 'serve'"),
    (["-x"], "unknown argument '-x'"),
  ]) func `A wrong command line is told apart`(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try Options(arguments) }
  }

  @Test func `The machine's instance has the machine's places`() throws {
    let places = try Places(Options([]), isSystem: true, home: "/root") { _ in nil }
    #expect(places.socket == "/run/navd/navd.sock")
    #expect(places.state == "/var/lib/navd")
    #expect(places.manifests.first == "/etc/navd/apps")
    let unit = try Places(Options([]), isSystem: true, home: "/root") {
      $0 == "STATE_DIRECTORY" ? "/var/lib/one:/var/lib/two" : nil
    }
    #expect(unit.state == "/var/lib/one")
  }

  @Test func `A user's instance follows the XDG rules`() throws {
    let bare = try Places(Options([]), isSystem: false, home: "/home/u") {
      $0 == "XDG_RUNTIME_DIR" ? "/run/user/7" : nil
    }
    #expect(bare.socket == "/run/user/7/navd/navd.sock")
    #expect(bare.state == "/home/u/.local/state/navd")
    #expect(
      bare.manifests.prefix(3) == [
        "/home/u/.config/navd/apps", "/home/u/.local/share/navd/apps", "/etc/navd/apps",
      ])
    let set = try Places(Options(["--manifests", "/m"]), isSystem: false, home: "/home/u") {
      "/x/\($0)"
    }
    #expect(set.state == "/x/STATE_DIRECTORY")
    #expect(set.manifests == ["/m"])
  }

  @Test func `Without a runtime directory a user must say where to listen`() throws {
    let failure = #expect(throws: StartFailure.self) {
      try Places(Options([]), isSystem: false, home: "/") { _ in nil }
    }
    #expect(failure?.code == .socket)
  }
}
