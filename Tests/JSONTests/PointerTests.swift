import JSON
import Testing

@Suite struct PointerTests {
  /// The document and the table of RFC 6901, section 5.
  static let example = #"""
    {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
     " ": 7, "m~n": 8}
    """#

  @Test(
    "RFC 6901's own examples",
    arguments: [
      ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
      ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"),
      ("/m~0n", "8"),
    ])
  func examples(_ text: String, _ expected: String) throws {
    let json = try document(Self.example)
    let pointer = try #require(JSONPointer(Text(text)))
    let node = try #require(json.at(json.root, pointer) as Node?)
    #expect(json.encoded(node).string == expected)
    #expect(pointer.text.string == text)
    let range = try #require(SourcePlace.range(of: pointer, in: Array(Self.example.utf8)))
    let source = Array(Self.example.utf8)[range]
    guard case .read(let canonical) = outcome(Array(source)) else {
      Issue.record("the place does not hold a value")
      return
    }
    #expect(canonical == expected)
  }

  @Test func `the empty pointer is the whole document`() throws {
    let json = try document("[1]")
    #expect(json.at(json.root, try #require(JSONPointer(""))) == json.root)
  }

  @Test("what is no pointer is refused", arguments: ["foo", "/~", "/~2", "/a~", "#/a"])
  func malformed(_ text: String) { #expect(JSONPointer(Text(text)) == nil) }

  @Test(
    "what is not there is nil",
    arguments: [
      "/foo/2", "/foo/00", "/foo/-", "/foo/+1", "/foo/", "/bar", "/foo/0/x",
      "/foo/99999999999999999999",
    ])
  func absent(_ text: String) throws {
    let json = try document(Self.example)
    let pointer = try #require(JSONPointer(Text(text)))
    #expect(json.at(json.root, pointer) == nil)
    #expect(SourcePlace.offset(of: pointer, in: Array(Self.example.utf8)) == nil)
  }

  @Test func `pointers grow by names and positions and escape them`() {
    let pointer = JSONPointer().appending("a/b~c").appending(3)
    #expect(pointer.text == "/a~1b~0c/3")
    #expect(JSONPointer(pointer.text) == pointer)
  }
}
