import JSON
import Testing

@Suite struct PlaceTests {
  static let manifest = Array(
    """
    {
      "app": "tv",
      "screens": [
        {"é": 1, "name": "home"},
        {"name":
          9007199254740993}
      ]
    }

    """.utf8)

  @Test(
    "values and names have lines and columns from 1",
    arguments: [
      ("", false, 1, 1), ("/app", false, 2, 10), ("/app", true, 2, 3), ("/screens", false, 3, 14),
      ("/screens/0", false, 4, 5), ("/screens/0/name", false, 4, 22),
      ("/screens/0/name", true, 4, 14),
      ("/screens/1/name", false, 6, 7), ("/screens/1/name", true, 5, 6),
    ])
  func places(_ pointer: String, _ name: Bool, _ line: Int, _ column: Int) throws {
    let pointer = try #require(JSONPointer(Text(pointer)))
    let place = try #require(SourcePlace.lineColumn(of: pointer, in: Self.manifest, name: name))
    #expect(place.line == line)
    #expect(place.column == column)
  }

  @Test func `elements and the whole have no name`() throws {
    for text in ["", "/screens/0"] {
      let pointer = try #require(JSONPointer(Text(text)))
      #expect(SourcePlace.range(of: pointer, in: Self.manifest, name: true) == nil)
    }
  }

  @Test func `the source of a number keeps its digits`() throws {
    let pointer = try #require(JSONPointer("/screens/1/name"))
    let range = try #require(SourcePlace.range(of: pointer, in: Self.manifest))
    #expect(Text(Array(Self.manifest[range])) == "9007199254740993")
  }

  @Test func `escaped names are found and text that is not JSON has no places`() throws {
    let pointer = try #require(JSONPointer("/a"))
    #expect(SourcePlace.offset(of: pointer, in: Array(#"{"b":[{}],"\u0061":2}"#.utf8)) == 19)
    #expect(SourcePlace.offset(of: pointer, in: Array(#"{"b":,"a":2}"#.utf8)) == nil)
  }

  @Test(
    "offsets become lines and columns", arguments: [(0, 1, 1), (2, 2, 1), (500, 9, 1), (-1, 1, 1)])
  func offsets(_ offset: Int, _ line: Int, _ column: Int) {
    let place = SourcePlace.lineColumn(at: offset, in: Self.manifest)
    #expect(place.line == line)
    #expect(place.column == column)
  }
}
