import JSON
import Testing

@testable import NavServer

@Suite struct StoredEventsTests {
  private struct Event: Equatable {
    var after: Int
    var at: Int64
    var sender: UInt32
    var line: String
  }

  private func read(_ row: String) -> [Event] {
    var events: [Event] = []
    StoredEvents.read(Array(row.utf8).span) { after, at, sender, line in
      let text = String(decoding: line.indices.map { line[$0] }, as: UTF8.self)
      events.append(Event(after: after, at: at, sender: sender, line: text))
    }
    return events
  }

  @Test func `What is written is read, and what lines have in common is written once`() {
    let lines = [
      "{\"rev\":1}\n", "{\"rev\":2,\"x\":\"long enough for words\"}\n",
      "{\"rev\":2,\"x\":\"long enough for wörds\"}\n", "{\"rev\":2}\n", "{\"rev\":2}\n", "\n", "\n",
      "[]\n",
    ]
    var log = EventLog()
    for (index, line) in lines.enumerated() {
      let sender = index % 2 == 0 ? StoredBytes.nobody : UInt32(index)
      log.append(
        rev: UInt64(index + 1), at: Int64(1000 + index), sender: sender, Array(line.utf8).span)
    }
    for first in lines.indices {
      var row = Bytes()
      StoredEvents.write(UInt64(first + 1)...UInt64(lines.count), of: log, into: &row)
      let expected = lines.indices[first...].map { index in
        Event(
          after: lines.count - 1 - index, at: Int64(1000 + index),
          sender: index % 2 == 0 ? StoredBytes.nobody : UInt32(index), line: lines[index])
      }
      #expect(read(String(decoding: row.array(0..<row.count), as: UTF8.self)) == expected)
    }
    var row = Bytes()
    StoredEvents.write(2...5, of: log, into: &row)
    #expect(
      String(decoding: row.array(0..<row.count), as: UTF8.self)
        == "1001,1 {\"rev\":2,\"x\":\"long enough for words\"}\n1002=31 örds\"}\n1003,3=8 }\n1004=9 \n"
    )
  }

  @Test func `A row is the same whether lines are kept with their opening or without`() {
    let lines = [
      "{\"session\":\"s\",\"rev\":9,\"x\":1}\n", "{\"session\":\"s\",\"rev\":10,\"x\":1}\n",
    ]
    let rows = [0, 21].map { opening in
      var log = EventLog()
      for (index, line) in lines.enumerated() {
        log.append(
          rev: UInt64(index + 9), at: 5, sender: 7, Array(line.utf8).span, opening: opening)
      }
      var row = Bytes()
      StoredEvents.write(9...10, of: log, into: &row)
      return String(decoding: row.array(0..<row.count), as: UTF8.self)
    }
    #expect(rows[0] == "5,7 " + lines[0] + "5,7=21 10,\"x\":1}\n")
    #expect(rows[1] == rows[0])
  }

  @Test func `Rows of before are read, and what is no row ends it`() {
    let old = "17 {\"a\":1}\n18,5 {\"a\":2}\n"
    #expect(
      read(old) == [
        Event(after: 1, at: 17, sender: StoredBytes.nobody, line: "{\"a\":1}\n"),
        Event(after: 0, at: 18, sender: 5, line: "{\"a\":2}\n"),
      ])
    for rest in [
      "", "x\n", "1=99 x\n", "1=-1 x\n", "1=99999999999999999999 x\n", "1", "1,2=3\n", "1 no end",
    ] {
      #expect(read("17 {}\n" + rest).map(\.line) == ["{}\n"], "\(rest)")
    }
  }
}
