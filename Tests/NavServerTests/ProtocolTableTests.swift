import Foundation
import JSON
import NavCore
import NavProtocol
import TestSupport
import Testing

/// Holds the tables of `contrib/man/navd-protocol.7.scd` against a server.
@Suite struct `The manual of the protocol` {
  static let manual: String = {
    let file = Conformance.tables.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("contrib/man/navd-protocol.7.scd")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// The rows of the table whose first heading is this, without the marks of scdoc.
  static func table(_ heading: String) -> [[String]] {
    var rows: [[String]] = []
    var isInside = false
    for line in manual.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "[[ *\(heading)*" {
        isInside = true
      } else if line.isEmpty {
        isInside = false
      } else if isInside, line.hasPrefix("|  ") {
        rows.append([String(line.dropFirst(3))])
      } else if isInside, line.hasPrefix(":  "), !rows.isEmpty {
        rows[rows.count - 1].append(String(line.dropFirst(3)))
      }
    }
    return rows
  }

  static let methods = table("method")

  /// The names of a cell; `?` after one says that it may be absent.
  static func names(_ cell: String) -> (required: Set<String>, optional: Set<String>) {
    var (required, optional): (Set<String>, Set<String>) = ([], [])
    for name in cell.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) })
    where name != "-" {
      if name.hasSuffix("?") {
        optional.insert(String(name.dropLast()))
      } else {
        required.insert(name)
      }
    }
    return (required, optional)
  }

  /// A request of each method that is answered with a result, in an order in which each can be.
  static let requests: [(method: String, params: String)] = [
    ("hello", "{}"), ("ping", "{}"),
    ("subscribe", #"{"session":"shop","app":"shop","role":"frontend"}"#),
    ("resolve", #"{"link":"navigateApp://orders/7"}"#),
    ("resolve", #"{"link":"navigateApp://orders/7","explain":true}"#),
    ("send", #"{"payload":{"className":"DemoViewController","propertys":{"name":"t"}}}"#),
    ("send", #"{"payload":{"aps":{"alert":"hello"},"ntfType":"rank_like"},"session":"shop"}"#),
    ("activate", #"{"session":"shop","notice":"n1"}"#),
    ("build", #"{"app":"shop","screen":"OrderDetail","params":{"orderid":"7"}}"#),
    ("ack", #"{"session":"shop","rev":1}"#),
    ("nack", #"{"session":"shop","rev":2,"reason":"no"}"#),
    ("report", #"{"session":"shop","commands":[{"op":"select_tab","tab":"orders"}]}"#),
    ("navigate", #"{"session":"shop","commands":[{"op":"back"}]}"#),
    ("activity", #"{"session":"shop"}"#), ("session.get", #"{"session":"shop"}"#),
    ("session.list", "{}"), ("request.get", #"{"request":"r1"}"#), ("request.list", "{}"),
    ("history", #"{"session":"shop"}"#),
    ("send", #"{"link":"navigateApp://orders/8"}"#), ("request.cancel", #"{"request":"r3"}"#),
    ("app.list", "{}"), ("app.get", #"{"app":"shop"}"#), ("server.stats", "{}"),
    ("server.info", "{}"), ("unsubscribe", #"{"sub":"s1"}"#),
    ("session.close", #"{"session":"shop"}"#), ("server.reload", "{}"),
  ]

  @Test func `has every method that is asked here, and no other`() {
    #expect(Set(Self.methods.map(\.[0])) == Set(Self.requests.map(\.method)))
    for row in Self.methods { #expect(row.count == 3, "\(row)") }
  }

  @Test func `gives each result exactly the members that it has`() throws {
    let bench = try Seatbench()
    _ = bench.connection("", uid: 0)
    for (number, request) in Self.requests.enumerated() {
      let row = try #require(Self.methods.first { $0[0] == request.method })
      let what = "\(request.method) \(request.params)"
      bench.say(
        #"{"jsonrpc":"2.0","id":\#(number),"method":"\#(request.method)","params":\#(request.params)}"#
      )
      let result = try #require(try answer(number, bench, what), "\(what) was not answered")
      let (required, optional) = Self.names(row[2])
      #expect(required.subtracting(result).isEmpty, "\(what) has only \(result.sorted())")
      #expect(
        result.subtracting(required).subtracting(optional).isEmpty, "\(what) has \(result.sorted())"
      )
      let params = try members(Data(request.params.utf8))
      let (must, may) = Self.names(
        row[1].replacingOccurrences(of: "payload or link", with: "payload?, link?")
          .replacingOccurrences(of: "as send", with: "payload?, link?, session?, app?"))
      #expect(params.isSubset(of: must.union(may)), "\(what)")
      #expect(must.isSubset(of: params), "\(what)")
    }
  }

  /// The names of the members of the result of a request; nil where no answer came.
  private func answer(_ id: Int, _ bench: Seatbench, _ what: String) throws -> Set<String>? {
    while let line = bench.next() {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard object?["id"] as? Int == id else { continue }
      if let error = object?["error"] { Issue.record("\(what): \(error)") }
      return Set((object?["result"] as? [String: Any] ?? [:]).keys)
    }
    return nil
  }

  private func members(_ data: Data) throws -> Set<String> {
    Set((try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]).keys)
  }

  @Test func `has every kind of error`() {
    let kinds = Self.table("code").flatMap { $0[1].split(separator: " ").map(String.init) }
    #expect(Set(kinds) == Set(Refusal.Kind.allCases.map(\.rawValue)))
    #expect(kinds.count == Refusal.Kind.allCases.count)
  }

  @Test func `has the limits that hello tells`() throws {
    let bench = try Seatbench()
    bench.say(#"{"jsonrpc":"2.0","id":1,"method":"hello"}"#)
    let line = try #require(bench.next())
    let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let result = answer?["result"] as? [String: Any]
    let limits = try #require(result?["limits"] as? [String: Int])
    var told: [String: Int] = [:]
    for row in Self.table("hello") { told[row[0]] = Int(row[1]) }
    #expect(told == limits)
  }

  @Test func `has an example that happens`() throws {
    let blocks = Self.manual.components(separatedBy: "```")
    #expect(blocks.count == 3)
    let transcript = try Transcript(name: "navd-protocol.7", text: blocks[1])
    let bench = try Seatbench()
    for case let step in transcript.steps {
      switch step {
      case .says(let client, let line): bench.say(line, as: client)
      case .hears(let client, let expected, let number):
        let line = bench.next(client) ?? "nothing"
        #expect(
          Transcript.matches(line, expected, epoch: bench.epoch.string), "\(number): \(line)")
      default: Issue.record("\(step) is not for a manual")
      }
    }
  }
}
