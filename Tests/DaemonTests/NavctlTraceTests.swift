import JSON
import Testing

@testable import navctl

/// What `navctl resolve --explain` draws.
@Suite struct NavctlTraceTests {
  @Test func `A trace is the way from a field to a screen`() throws {
    let trace = #"""
      {"arrival":"received","dialect":"apns","marker":"/aps","screen":null,"link":"shop:orders/7",
       "link_at":"/url","nothing":null,
       "rules":[{"app":"shop","screen":"Rank","pattern":"/ntfType","matches":false,"reason":"absent"}],
       "candidates":[{"app":"shop","screen":"Order","pattern":"/orders/:id","matches":true,"reason":"it holds"},
                     {"app":"shop","screen":"Home","pattern":"/","matches":false,"reason":"it is longer"}],
       "url":[],"notes":["param 'focus' is its default"]}
      """#
    #expect(
      try Self.lines(trace) == [
        "because",
        "├─ arrival  received",
        "├─ dialect  apns, claimed by /aps",
        "├─ rules",
        "│  └─ no   shop  Rank  /ntfType: absent",
        "├─ link at /url  shop:orders/7",
        "│  ├─ yes  shop  Order  /orders/:id: it holds",
        "│  └─ no   shop  Home  /: it is longer",
        "└─ params",
        "   └─ param 'focus' is its default",
      ])
  }

  @Test func `Of many candidates the first and those that match are drawn`() throws {
    let others = (0..<40).map { #"{"screen":"S\#($0)","matches":false,"reason":"r"}"# }
    let all = others + [#"{"screen":"Last","matches":true,"reason":"r"}"#]
    let lines = try Self.lines(#"{"link":"a:b","candidates":[\#(all.joined(separator: ","))]}"#)
    #expect(lines.count == 2 + 12 + 1 + 1)
    #expect(lines.contains("   ├─ yes  Last: r"))
    #expect(lines.last == "   └─ … and 28 more that do not match")
  }

  @Test func `Text of others moves no cursor`() throws {
    let lines = try Self.lines(#"{"screen":"a\u001b[2Jb","link":"x\u202ey"}"#)
    #expect(lines.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
  }

  private static func lines(_ trace: String) throws -> [String] {
    var document = Document()
    try document.parse(Array(trace.utf8))
    return Trace(json: document, document.root, style: Style(isOn: false)).lines
  }
}
