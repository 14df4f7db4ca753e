import JSON
import URLStandard

/// The pieces of a link in which something is escaped: all of them, decoded once, in one buffer.
struct DecodedLink {
  /// Between pieces: a byte that UTF-8 never has.
  private static let separator: UInt8 = 0xFF
  /// Between a name and its value: NUL, which no piece may have.
  private static let equals: UInt8 = 0

  private(set) var text: [UInt8] = []
  private(set) var path: Link.Pieces
  private(set) var query: Link.Pieces
  private(set) var fragment: Range<Int>?

  private let bytes: [UInt8]
  private let given: Text

  /// Decodes ranges of a serialized link.
  ///
  /// - Throws: `bad_link` for `%00` and for what is not UTF-8, with the offset in the link as given.
  init(
    _ bytes: [UInt8], _ path: Range<Int>, _ query: Range<Int>, _ fragment: Range<Int>?,
    of given: Text
  ) throws(Refusal) {
    (self.bytes, self.given) = (bytes, given)
    self.path = Link.Pieces(
      start: 0, end: 0, separator: DecodedLink.separator, equals: DecodedLink.equals)
    self.query = self.path
    text.reserveCapacity(bytes.count)
    try append(path: path)
    try append(query: query)
    if let fragment {
      let start = text.count
      try append(fragment, plusIsSpace: false)
      self.fragment = start..<text.count
    }
  }

  private mutating func append(path range: Range<Int>) throws(Refusal) {
    var start = range.lowerBound
    for index in range where bytes[index] == UInt8(ascii: "/") {
      try append(start..<index, plusIsSpace: false)
      text.append(DecodedLink.separator)
      start = index &+ 1
    }
    try append(start..<range.upperBound, plusIsSpace: false)
    path.end = text.count
  }

  private mutating func append(query range: Range<Int>) throws(Refusal) {
    query.start = text.count
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&"))
      let pair = start..<(end ?? range.upperBound)
      start = pair.upperBound &+ 1
      guard !pair.isEmpty else { continue }
      if text.count > query.start { text.append(DecodedLink.separator) }
      let equals = bytes[pair].firstIndex(of: UInt8(ascii: "=")) ?? pair.upperBound
      try append(pair.lowerBound..<equals, plusIsSpace: true)
      text.append(DecodedLink.equals)
      if equals < pair.upperBound {
        try append((equals &+ 1)..<pair.upperBound, plusIsSpace: true)
      }
    }
    query.end = text.count
  }

  /// Appends a piece, decoded.
  private mutating func append(_ range: Range<Int>, plusIsSpace: Bool) throws(Refusal) {
    let start = text.count
    let bytes = bytes
    PercentCoding.decode(
      bytes.span.extracting(range), plusIsSpace: plusIsSpace, appendingTo: &text)
    let end = text.count
    for index in start..<end where text[index] == 0 { throw nul(in: range) }
    guard PercentCoding.isUTF8(text.span.extracting(start..<end)) else {
      throw Refusal(
        .bad_link,
        "\(quoted(Text(Array(bytes[range])))) is not UTF-8 once its percent escapes are decoded",
        offset: Link.offset(of: range.lowerBound, in: bytes, given))
    }
  }

  private func nul(in range: Range<Int>) -> Refusal {
    let escape = range.first { index in
      index &+ 2 < range.upperBound && bytes[index...(index &+ 2)].elementsEqual("%00".utf8)
    }
    return Refusal(
      .bad_link, "the link contains '%00'; remove it",
      offset: Link.offset(of: escape ?? range.lowerBound, in: bytes, given))
  }
}
