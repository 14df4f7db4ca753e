import JSON
import TestSupport
import Testing

@Suite("JSONTestSuite") struct SuiteTests {
  /// Files that RFC 8259 allows and this module's limits refuse, with the reason.
  static let refusedByLimits: [String: JSONError.Reason] = [
    "y_object_duplicated_key.json": .duplicateName,
    "y_object_duplicated_key_and_value.json": .duplicateName,
  ]

  @Test func `every file is read or refused as its name says`() throws {
    var read: [Character: Int] = [:]
    var total: [Character: Int] = [:]
    for (name, bytes) in try Conformance.standardFiles(in: "json") where name.hasSuffix(".json") {
      let outcome = outcome(bytes)
      let kind = name.first ?? "?"
      total[kind, default: 0] += 1
      if case .read = outcome { read[kind, default: 0] += 1 }
      switch (kind, outcome) {
      case ("y", .refused(let reason, _)): #expect(reason == Self.refusedByLimits[name], "\(name)")
      case ("y", .read): #expect(Self.refusedByLimits[name] == nil, "\(name)")
      case ("n", .read): Issue.record("\(name) was read")
      default: break
      }
      if case .refused(_, let offset) = outcome {
        #expect(offset >= 0 && offset <= bytes.count, "\(name)")
      }
    }
    for kind in total.keys.sorted() {
      print("JSONTestSuite \(kind)_: \(read[kind, default: 0]) of \(total[kind, default: 0]) read")
    }
    print("refused by our limits: \(Self.refusedByLimits.keys.sorted().joined(separator: ", "))")
  }

  @Test func `what is read is written and read again the same`() throws {
    for (name, bytes) in try Conformance.standardFiles(in: "json") {
      guard case .read(let canonical) = outcome(bytes) else { continue }
      #expect(outcome(canonical) == .read(canonical: canonical), "\(name)")
    }
  }
}
