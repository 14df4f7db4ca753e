import JSON
import TestSupport
import Testing

@Suite struct DuplicateTests {
  @Test(
    "a name used twice is refused after unescaping, at its second use",
    arguments: [
      (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), (#"{"":1,"":2}"#, 6),
      (#"[{"x":{"b":0,"c":{},"b":1}}]"#, 20), (#"{"long-name-1":1,"b":2,"long-name-1":3}"#, 23),
      (#"{"😀":1,"\ud83d\ude00":2}"#, 10),
    ])
  func twice(_ text: String, _ offset: Int) {
    #expect(outcome(text) == .refused(.duplicateName, offset: offset))
  }

  @Test(
    "names that differ are not duplicates",
    arguments: [
      #"{"a":{"a":{"a":1}}}"#, #"[{"a":1},{"a":1}]"#, #"{"a":1,"A":2,"a ":3," a":4}"#,
      #"{"12345678":1,"12345678x12345678":2,"123456781234567":3,"1234567812345678":4}"#,
      "{\"\u{e9}\":1,\"e\u{301}\":2}",
    ])
  func different(_ text: String) { #expect(outcome(text).isRead) }

  @Test("objects of any size are checked", arguments: [2, 3, 17, 63, 64, 65, 66, 300])
  func sizes(_ count: Int) {
    let names = (0..<count).map { "\"name-\($0)-of-many\":{\"v\":\($0)}" }
    #expect(outcome("{" + names.joined(separator: ",") + "}").isRead)
    for twice in [0, count / 2, count - 1] {
      let text = "{" + names.joined(separator: ",") + ",\"name-\(twice)-of-many\":0}"
      let offset = names.joined(separator: ",").utf8.count + 2
      #expect(outcome(text) == .refused(.duplicateName, offset: offset))
    }
  }

  @Test func `the fast check and a set agree on random short names`() {
    var random = SplitMix(seed: 7)
    for _ in 0..<2000 {
      let names = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        String(
          (0..<Int.random(in: 0...9, using: &random)).map { _ in
            "ab".randomElement(using: &random) ?? "a"
          })
      }
      let text = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
      #expect(outcome(text).isRead == (Set(names).count == names.count), "\(text)")
    }
  }
}
