import JSON
import NavCore
import Testing

/// Params stand in one block as in a JSON object; names that need escapes there are kept as they are.
@Suite struct ParamsTests {
  private static let names: [Text] = ["id", "", "a\"b", "line\nfeed", "\u{2028}", "größe", "x"]

  @Test func `what is put in is told, found and written`() throws {
    for first in ParamsTests.names.indices {
      let names = Array(ParamsTests.names[first...] + ParamsTests.names[..<first])
      for count in 0...names.count {
        let items = names.prefix(count).enumerated().map { place, name in
          Params.Item(name: name, value: place % 2 == 0 ? Text("\(place)") : #""[text]""#)
        }
        let params = Params(items)
        #expect(params.items == items)
        #expect(params.isEmpty == (count == 0))
        for name in names {
          #expect(params[name] == items.first { $0.name == name }?.value)
        }
        var written = Bytes()
        written.append("before")
        params.write(into: &written)
        var document = Document()
        try document.parse(written, 6..<written.count)
        #expect(document.encoded(document.root) == written.text(6..<written.count))
        #expect(Params(json: document, document.root) == params)
        #expect(document.count(document.root) == count)
      }
    }
  }
}
