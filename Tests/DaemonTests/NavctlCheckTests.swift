import Foundation
import TestSupport
import Testing

/// The verbs of navctl that need no navd, run as programs.
struct NavctlCheckTests {
  static let folder = Conformance.tables.appendingPathComponent("resolve").path

  /// Runs a script in a folder with these files.
  private func run(_ script: String, files: [String: String] = [:]) throws -> (String, Int32) {
    let folder = TemporaryDirectory()
    for (name, text) in files {
      try text.write(toFile: "\(folder.path)/\(name)", atomically: false, encoding: .utf8)
    }
    let result = try `Programs against the program`.run(
      "cd \(folder.path)\nCASES=\(Self.folder)\n\(script)", socket: "/nonexistent")
    return (result.said, result.status)
  }

  private static let clean = """
    {"app": "t", "schemes": ["my"], "root": "Home", "screens": {
      "Home": {},
      "Page": {"params": {"id": "int", "tags": "list"}, "links": [
        "/page/:id", {"pattern": "/page", "query": {"k": "v"}, "priority": 2, "origins": ["link"]}]}}}
    """

  @Test func `check says nothing of what is right`() throws {
    let (said, status) = try run("navctl check t.json", files: ["t.json": Self.clean])
    #expect(said == "1 manifest: 0 errors, 0 warnings\n")
    #expect(status == 0)
  }

  @Test func `check tells errors and warnings with line and column, and exits by errors`() throws {
    let lost = """
      {"app": "t", "root": "Home", "screens": {
        "Home": {},
        "Lost": {}}}
      """
    let (warned, calm) = try run("navctl check t.json", files: ["t.json": lost])
    #expect(warned.hasPrefix("t.json:3:3: warning: nothing opens screen 'Lost'"), "\(warned)")
    #expect(calm == 0)
    let files = ["t.json": lost, "u.json": "{\"app\": \"u\"}", "x.schema.json": "{"]
    let (told, status) = try run("navctl check .", files: files)
    #expect(told.contains("./u.json:1:1: ") && told.contains("./t.json:3:3: warning: "), "\(told)")
    #expect(told.contains("2 manifests: "))
    #expect(status == 1)
    let (json, _) = try run("navctl check --json t.json", files: files)
    let expected =
      "{\"files\":1,\"problems\":[{\"path\":\"t.json\",\"line\":3,\"column\":3,\"severity\":\"warning\","
    #expect(json.hasPrefix(expected), "\(json)")
    let (absent, refused) = try run("navctl check absent.json")
    #expect(absent.hasPrefix("absent.json:1:1: cannot be read: "), "\(absent)")
    #expect(refused == 1)
  }

  @Test func `routes lists the links in the order in which they are tried`() throws {
    let (said, status) = try run("navctl routes t.json", files: ["t.json": Self.clean])
    let expected = """
      APP  PATTERN    SCREEN  CONSTRAINTS    PRIORITY
      t    /page      Page    k=v from link  2
      t    /page/:id  Page    -              0

      """
    #expect(said == expected)
    #expect(status == 0)
    let (json, _) = try run("navctl routes --json t.json", files: ["t.json": Self.clean])
    #expect(
      json.hasPrefix(
        """
        {"routes":[{"app":"t","pattern":"/page","screen":"Page","query":{"k":"v"},"fragment":null,\
        "origins":["link"],"priority":2,"file":"t.json","line":4,
        """), "\(json)")
  }

  @Test(arguments: ["link-reports", "links"])
  func `test passes the cases of the repository`(_ name: String) throws {
    let (said, status) = try run("navctl test $CASES/\(name).json")
    #expect(said.contains(" passed, 0 failed\n"), "\(said)")
    #expect(status == 0)
  }

  @Test func `test tells what differs, and the routes that no case reached`() throws {
    let cases = """
      [{"name": "right", "link": "my://page/7", "expect": {"screen": "Page", "params": {"id": 7}}},
       {"name": "wrong", "link": "my://page/7?tags=a", "expect": {"params": {"id": 8, "x": 1}}},
       {"name": "refused", "link": "my://page/x", "expect": {"screen": "Page"}},
       {"name": "kind", "link": "my://page/x", "expect": {"error": "bad_link"}},
       {"name": "typo", "lnik": "my://page/x", "expect": {"error": "bad_link"}},
       {"name": "payload", "payload": {"screen": "Page", "params": {"id": "3"}},
        "expect": {"screen": "Page", "params": {"id": 3}, "dialect": "navd", "commands": [
          {"op": "select_tab", "tab": "main"},
          {"op": "push", "tab": "main", "entry": {"key": "e2", "screen": "Page", "params": {"id": 3}}}]}}]
      """
    let files = ["t.json": Self.clean, "cases.txt": cases]
    let (said, status) = try run("navctl test --manifests . cases.txt", files: files)
    let expected = """
      FAILED  wrong
        - params.id: 8
        + params.id: 7
        - params.x: 1
        + params.x: nothing
        + params.tags: ["a"]
      FAILED  refused
        - screen: "Page"
        + screen: nothing
        it was refused: no screen has a link pattern that 'my://page/x' matches
      FAILED  kind
        - error: "bad_link"
        + error: "no_match"
      FAILED  typo
        unknown member 'lnik' of the case
      2 passed, 4 failed
      routes that no case reached:
        t  /page  Page  k=v from link

      """
    #expect(said == expected)
    #expect(status == 1)
    let (json, _) = try run("navctl test --json --manifests . cases.txt", files: files)
    #expect(
      json.hasPrefix("{\"passed\":2,\"failed\":4,\"failures\":[{\"name\":\"wrong\","), "\(json)")
    let (none, usage) = try run("navctl test cases.txt", files: files)
    #expect(none.contains("--manifests"), "\(none)")
    #expect(usage == 64)
  }

  @Test func `build gives the link that comes back`() throws {
    let folder = TemporaryDirectory()
    try Self.clean.write(toFile: "\(folder.path)/t.json", atomically: false, encoding: .utf8)
    let daemon = try RunningDaemon(apps: URL(fileURLWithPath: folder.path))
    let table: [(String, Int32, String)] = [
      ("navctl build t Page id=7", 0, "my://page?k=v&id=7\n"),
      (
        "navctl build t Page id=7 'tags=[\"a\",\"b c\"]'", 0,
        "my://page?k=v&id=7&tags=a&tags=b%20c\n"
      ),
      ("navctl build t Page id=x", 1, "param_invalid"),
      ("navctl build t Nope", 1, "screen_unknown"),
      ("navctl build t Page id", 64, "a param is NAME=VALUE"),
      ("navctl build t Page id=1 id=2", 64, "given twice"),
    ]
    for (script, status, said) in table {
      let result = try `Programs against the program`.run(script, socket: daemon.socket)
      #expect(result.status == status, "\(script)\n\(result.said)")
      #expect(result.said.contains(said), "\(script)\n\(result.said)")
    }
  }
}
