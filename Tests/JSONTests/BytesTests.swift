import JSON
import TestSupport
import Testing

@Suite struct BytesTests {
  @Test func `everything appended is there in order`() {
    var bytes = Bytes()
    #expect(bytes.isEmpty == true)
    bytes.append("lit")
    bytes.append(Text("text"))
    bytes.append([1, 2] as [UInt8])
    bytes.append(byte: 3)
    let array: [UInt8] = [4, 5]
    bytes.append(array.span)
    bytes.append(-7)
    bytes.append(UInt64.max)
    var other = Bytes(capacity: 4)
    other.append("abcdef")
    bytes.append(other, 2..<4)
    bytes.append(other)
    bytes.append(quoted: "q\"")
    let expected =
      Array("littext".utf8) + [1, 2, 3, 4, 5]
      + Array("-718446744073709551615cdabcdef\"q\\\"\"".utf8)
    #expect(bytes.array(0..<bytes.count) == expected)
    #expect(bytes[0] == 0x6c)
    #expect(bytes.text(0..<3) == "lit")
    #expect(bytes.withSpan(3..<7) { Text(copying: $0) } == "text")
    #expect(bytes.withSpan { $0.count } == expected.count)
    #expect(bytes.withUnsafeBytes { $0.count } == expected.count)
  }

  @Test func `a queue keeps its bytes whatever is taken and added`() {
    var random = SplitMix(seed: 31)
    var bytes = Bytes()
    var model: [UInt8] = []
    for _ in 0..<5000 {
      switch Int.random(in: 0...6, using: &random) {
      case 0...2:
        let more = (0..<Int.random(in: 0...200, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        bytes.append(more)
        model += more
      case 3, 4:
        let taken = Int.random(in: 0...300, using: &random)
        bytes.removeFirst(taken)
        model.removeFirst(min(taken, model.count))
      case 5:
        let kept = Int.random(in: 0...400, using: &random)
        bytes.truncate(to: kept)
        model = Array(model.prefix(kept))
      default:
        guard Int.random(in: 0...20, using: &random) == 0 else { continue }
        if Bool.random(using: &random) { bytes.removeAll() } else { bytes.removeAllAndRelease() }
        model = []
      }
      #expect(bytes.count == model.count)
      #expect(bytes.text.bytes == model)
    }
  }

  @Test func `fill keeps what was written and no more`() {
    var bytes = Bytes()
    bytes.append("ab")
    let written = bytes.fill(atMost: 8) { room in
      #expect(room.count == 8)
      room[0] = 0x63
      return 1
    }
    #expect(written == 1)
    #expect(bytes.text == "abc")
    #expect(bytes.fill(atMost: 4) { _ in -1 } == -1)
    #expect(bytes.fill(atMost: -4) { $0.count } == 0)
    bytes.fill(atMost: 2) { _ in 99 }
    #expect(bytes.count == 5)
    bytes.truncate(to: -1)
    #expect(bytes.isEmpty == true)
    bytes.removeFirst(-1)
    bytes.removeFirst(5)
    #expect(bytes.isEmpty == true)
  }

  @Test func `lines parse in place anywhere in a buffer`() throws {
    var bytes = Bytes()
    var ranges: [Range<Int>] = []
    for index in 0..<3000 {
      let start = bytes.count
      bytes.append("{\"index\":")
      bytes.append(index)
      bytes.append("}")
      ranges.append(start..<bytes.count)
      bytes.append("\n")
    }
    var document = Document()
    for (index, range) in ranges.enumerated() {
      try document.parse(bytes, range)
      let node = try #require(document.member(document.root, "index") as Node?)
      #expect(document.integer(node) == Int64(index))
      try bytes.withSpan(range) { try document.parse($0) }
      #expect(document.encoded(document.root) == bytes.text(range))
    }
  }

  @Test func `large texts grow the parser and small ones reuse it`() throws {
    var document = Document()
    for count in [10, 100_000, 3, 300_000] {
      let text = "[" + (0..<count).map { "\"\($0)\"" }.joined(separator: ",") + "]"
      try document.parse(Array(text.utf8))
      #expect(document.count(document.root) == count)
      #expect(document.encoded(document.root).string == text)
    }
  }
}
