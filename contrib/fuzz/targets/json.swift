import JSON

// What the parser takes, the writer writes so that it reads as the same; what it refuses has a place.

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = bytes(data, count)
  var json = Document()
  do {
    try json.parse(text)
  } catch {
    require(error.offset >= 0 && error.offset <= text.count, "offset \(error.offset) of \(count)")
    require(!error.message.isEmpty, "no message")
    var padded = Bytes()
    padded.append(text)
    var other = Document()
    do {
      try other.parse(padded, 0..<padded.count)
      fail("refused as an array, taken in place")
    } catch let second {
      require(second == error, "another error in place: \(second) \(error)")
    }
    return 0
  }
  require(String(validating: text, as: UTF8.self) != nil, "took bytes that are not UTF-8")
  let written = json.encoded(json.root)
  var again = Document()
  do {
    try again.parse(written.bytes)
  } catch {
    fail("\(error.message) at \(error.offset) of our own \(written)")
  }
  require(again.encoded(again.root) == written, "not canonical: \(written)")
  require(!written.bytes.contains { $0 < 0x20 }, "a control character in \(written)")
  visit(json, json.root, again, again.root)
  return 0
}

/// Both documents hold the same values, by every way of reading them.
private func visit(
  _ one: borrowing Document, _ a: Node, _ two: borrowing Document, _ b: Node
) {
  require(one.kind(a) == two.kind(b), "another kind: \(one.kind(a)) \(two.kind(b))")
  require(one.integer(a) == two.integer(b), "another integer")
  require(one.unsigned(a) == two.unsigned(b), "another unsigned")
  require(one.double(a)?.bitPattern == two.double(b)?.bitPattern, "another double")
  require(one.text(a) == two.text(b), "another text")
  require(one.count(a) == two.count(b), "another count")
  var names: [Text] = []
  var nodes: [Node] = []
  one.members(a) { name, node in
    names.append(name.text)
    nodes.append(node)
  }
  require(Set(names).count == names.count, "a name twice")
  for (name, node) in zip(names, nodes) {
    guard let other = two.member(b, name) else { fail("'\(name)' is lost") }
    require(one.member(a, name) == node, "'\(name)' finds another")
    visit(one, node, two, other)
  }
  var items: [Node] = []
  var others: [Node] = []
  one.elements(a) { items.append($0) }
  two.elements(b) { others.append($0) }
  require(items.count == others.count, "another number of elements")
  for (item, other) in zip(items, others) { visit(one, item, two, other) }
}
