public import JSON
import URLStandard

/// A deep link, split by the URL Standard and decoded once.
///
/// Its pieces are ranges: of the serialized link where nothing in it is escaped, else of one buffer
/// in which all of them are decoded, with bytes between them that no decoded piece has.
public struct Link: Sendable {
  /// The link as the URL Standard serializes it.
  public let href: Text
  /// What the ranges of the pieces are of.
  let text: [UInt8]
  let schemeRange: Range<Int>
  /// Where host and port are in ``href``, in lower case; empty for custom schemes, whose host is a segment.
  let authority: Range<Int>
  /// Where the first piece of the path begins in ``href``.
  let pathStart: Int
  /// The decoded pieces of the path; for a custom scheme the host comes first, with its case.
  let path: Pieces
  /// The query: pairs, in order, repeats kept; `+` was a space.
  let query: Pieces
  /// The decoded fragment; nil where there is none or an empty one.
  let fragment: Range<Int>?

  /// A run of pieces, and what separates them.
  struct Pieces: BitwiseCopyable, Sendable {
    var start: Int
    /// Equal to `start`: there are none.
    var end: Int
    var separator: UInt8
    /// What separates a name from its value.
    var equals: UInt8
  }

  /// The schemes that are never links.
  public static let denied: Set<Text> = [
    "javascript", "data", "file", "blob", "vbscript", "intent", "about",
  ]

  /// The most bytes of a link.
  public static let maximumLength = 16 * 1024

  /// Reads a link.
  ///
  /// - Parameter base: What a relative link is resolved against.
  /// - Throws: `bad_link` or `scheme_denied`, with the byte offset where one is known; `too_large`.
  public init(_ given: Text, base: Text? = nil) throws(Refusal) {
    guard given.count <= Link.maximumLength else {
      throw Refusal(
        .too_large, "the link has \(given.count) bytes; the limit is \(Link.maximumLength)")
    }
    let record = try Link.parse(given, base)
    let bytes = record.bytes
    let scheme = record.schemeRange
    let isWeb = Link.isWeb(bytes.span, scheme)
    if !isWeb, Link.isDenied(bytes.span, scheme) {
      throw Refusal(
        .scheme_denied,
        "links with the scheme '\(Text(Array(bytes[scheme])).string)' are never followed")
    }
    guard record.usernameRange.isEmpty, record.passwordRange.isEmpty else {
      throw Refusal(
        .bad_link, "a link must not carry a user name or password before its host",
        offset: Link.offset(of: record.usernameRange.lowerBound, in: bytes, given))
    }
    let host = record.hostRange
    let port = record.portRange
    guard isWeb || port.isEmpty else {
      throw Refusal(
        .bad_link,
        "a link with the scheme '\(Text(Array(bytes[scheme])).string)' has no port",
        offset: Link.offset(of: host.upperBound, in: bytes, given))
    }
    let path = Link.trimmed(
      isWeb || host.isEmpty
        ? record.pathRange : host.lowerBound..<record.pathRange.upperBound, of: bytes)
    let end = path.upperBound
    let query = record.queryRange ?? end..<end
    var (text, fragment) = (bytes, record.fragmentRange.flatMap { $0.isEmpty ? nil : $0 })
    var pieces = (
      path: Pieces(start: path.lowerBound, end: end, separator: UInt8(ascii: "/"), equals: 0),
      query: Pieces(
        start: query.lowerBound, end: query.upperBound, separator: UInt8(ascii: "&"),
        equals: UInt8(ascii: "="))
    )
    if Link.hasEscapes(bytes.span, from: path.lowerBound) {
      let decoded = try DecodedLink(bytes, path, query, fragment, of: given)
      (text, fragment, pieces) = (decoded.text, decoded.fragment, (decoded.path, decoded.query))
    }
    (href, self.text, self.fragment) = (Text(bytes), text, fragment)
    (self.path, self.query, schemeRange, pathStart) = (
      pieces.path, pieces.query, scheme, path.lowerBound
    )
    authority = isWeb ? host.lowerBound..<port.upperBound : 0..<0
  }

  private static func parse(_ given: Text, _ base: Text?) throws(Refusal) -> URLRecord {
    do throws(URLSyntaxError) {
      let base = try base.map { base throws(URLSyntaxError) in try URLRecord(parsing: base.bytes) }
      return try URLRecord(parsing: given.bytes, base: base)
    } catch {
      throw Refusal(
        .bad_link, "\(quoted(given)) is no absolute URL: \(error)", offset: error.offset)
    }
  }

  /// No link: without pieces.
  static let none = Link()

  private init() {
    (href, text, schemeRange, authority, pathStart) = (Text(), [], 0..<0, 0..<0, 0)
    path = Pieces(start: 0, end: 0, separator: 0, equals: 0)
    query = path
    fragment = nil
  }

  /// A path without the slash in front and one behind.
  private static func trimmed(_ path: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (path.lowerBound, path.upperBound)
    if start < end, bytes[start] == UInt8(ascii: "/") { start &+= 1 }
    if start < end, bytes[end &- 1] == UInt8(ascii: "/") { end &-= 1 }
    return start..<end
  }

  private static func isWeb(_ bytes: Span<UInt8>, _ scheme: Range<Int>) -> Bool {
    equal(bytes, scheme, https) || equal(bytes, scheme, http)
  }

  private static func isDenied(_ bytes: Span<UInt8>, _ scheme: Range<Int>) -> Bool {
    for text in denied where equal(bytes, scheme, text) { return true }
    return false
  }

  private static let http: Text = "http"
  private static let https: Text = "https"

  /// Whether there may be a `%` or a `+`, from a place on.
  private static func hasEscapes(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    let raw = unsafe bytes.bytes
    var index = start
    while index &+ 8 <= bytes.count {
      let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      if has(word, UInt8(ascii: "%")) || has(word, UInt8(ascii: "+")) { return true }
      index &+= 8
    }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%") || bytes[index] == UInt8(ascii: "+") { return true }
      index &+= 1
    }
    return false
  }

  /// Whether one of a word's bytes is this one.
  @inline(__always) private static func has(_ word: UInt64, _ byte: UInt8) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let rest = word ^ (ones &* UInt64(byte))
    return (rest &- ones) & ~rest & (ones &* 0x80) != 0
  }
}
