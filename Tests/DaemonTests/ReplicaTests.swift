import JSON
import Testing

@testable import NavClient

struct ReplicaTests {
  static let snapshot = """
    {"session":"s","epoch":"aaaa","rev":4,"commands":[{"op":"reset","state":{"tab":"t",
     "stacks":{"t":[{"key":"e1","screen":"A","params":{}}]},"modals":[],"notices":[],"visit":null}}]}
    """

  static func push(_ rev: Int, epoch: String = "aaaa") -> String {
    """
    {"session":"s","epoch":"\(epoch)","rev":\(rev),"new":{},"commands":[{"op":"fly"},
     {"op":"push","tab":"t","entry":{"key":"e\(rev)","screen":"B","params":{"n":1}}}]}
    """
  }

  @Test(
    arguments: [
      ([snapshot], "applied", 4),
      ([snapshot, push(5)], "applied", 5),
      ([snapshot, push(5), push(5)], "repeated", 5),
      ([snapshot, push(6)], "gap", 4),
      ([snapshot, push(5, epoch: "bbbb")], "gap", 4),
      ([push(1)], "gap", nil),
      ([snapshot, push(5), snapshot], "applied", 4),
    ] as [([String], String, Int64?)])
  func `Events are applied in turn, once, or not at all`(
    events: [String], outcome: String, rev: Int64?
  ) throws {
    var replica: Replica?
    var last = ""
    for text in events {
      var json = Document()
      try json.parse(Array(text.utf8))
      guard let event = NavigateEvent(json: json, json.root) else {
        Issue.record("no event: \(text)")
        return
      }
      last = "\(Replica.apply(event, to: &replica))"
    }
    #expect(last == outcome)
    #expect(replica?.rev == rev)
  }
}
