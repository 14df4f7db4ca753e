import JSON
import TestSupport
import Testing

@Suite struct NumberTests {
  @Test(
    "numbers keep their digits or take the shortest form",
    arguments: [
      ("0", "0"), ("-0", "0"), ("9007199254740993", "9007199254740993"),
      ("-9007199254740993", "-9007199254740993"), ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"),
      ("9223372036854775808", "9223372036854775808"),
      ("18446744073709551615", "18446744073709551615"), ("1.0", "1.0"), ("1.10", "1.1"),
      ("-0.0", "-0.0"), ("1e2", "100.0"), ("0.1", "0.1"), ("1E+16", "1e+16"),
      ("1.7976931348623157e308", "1.7976931348623157e+308"), ("5e-324", "5e-324"),
      ("1e-400", "0.0"), ("0.30000000000000004", "0.30000000000000004"),
    ])
  func canonical(_ text: String, _ expected: String) {
    #expect(outcome(text) == .read(canonical: expected))
    #expect(outcome("[\(text)]") == .read(canonical: "[\(expected)]"))
  }

  @Test(
    "numbers outside int64, uint64 and double are refused",
    arguments: [
      "18446744073709551616", "-9223372036854775809", "123456789012345678901234567890",
      "1e309", "-1e400", "1.8e308",
    ])
  func refused(_ text: String) {
    #expect(outcome(text) == .refused(.numberRange, offset: 0))
    #expect(outcome("[0, \(text)]") == .refused(.numberRange, offset: 4))
  }

  @Test func `values are given only where they are exact`() throws {
    let json = try document("[1,-1,9223372036854775808,1.0,\"1\"]")
    var nodes: [Node] = []
    json.elements(json.root) { nodes.append($0) }
    let kinds = nodes.map { json.kind($0) }
    #expect(kinds == [.integer, .integer, .unsigned, .double, .string])
    let integers = nodes.map { json.integer($0) }
    #expect(integers == [1, -1, nil, nil, nil])
    let unsigned = nodes.map { json.unsigned($0) }
    #expect(unsigned == [1, nil, 9_223_372_036_854_775_808, nil, nil])
    let doubles = nodes.map { json.double($0) }
    #expect(doubles == [1, -1, 9_223_372_036_854_775_808, 1, nil])
  }

  @Test func `integers are written as Swift writes them`() {
    var random = SplitMix(seed: 3)
    var numbers: [UInt64] = [0, 1, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 99_999, .max]
    for _ in 0..<2000 { numbers.append(random.next() >> UInt64.random(in: 0...63, using: &random)) }
    for number in numbers {
      var out = Bytes()
      out.append(number)
      #expect(out.text.string == "\(number)")
      out.removeAll()
      out.append(Int64(bitPattern: number))
      #expect(out.text.string == "\(Int64(bitPattern: number))")
    }
  }

  @Test func `doubles read back as the same value`() throws {
    var random = SplitMix(seed: 5)
    for _ in 0..<5000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      var out = Bytes()
      out.append(double: number)
      var document = Document()
      try document.parse(out, 0..<out.count)
      let node = document.root
      #expect(document.double(node) == number)
      #expect(document.encoded(node) == out.text)
    }
  }

  @Test func `what JSON has no number for is null`() {
    var out = Bytes()
    out.append(double: .infinity)
    out.append(double: .nan)
    #expect(out.text == "nullnull")
  }
}
