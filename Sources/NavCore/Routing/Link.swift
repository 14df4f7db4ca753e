public import JSON
import URLStandard

/// A deep link, split by the URL Standard and decoded once; shared, never changed.
public final class Link: Sendable {
  /// One `name=value` of the query, decoded; `+` is a space.
  public struct QueryItem: Sendable, Equatable {
    /// The name.
    public var name: Text
    /// The value; empty where there is no `=`.
    public var value: Text
  }

  /// The scheme, in lower case.
  public let scheme: Text
  /// The host of an `http` or `https` link, in lower case; empty for custom schemes, whose host is a segment.
  public let host: Text
  /// The port, where it is not the default one.
  public let port: Text
  /// The decoded pieces of the path; for a custom scheme the host comes first, with its case.
  public let segments: [Text]
  /// The query, in order, repeats kept.
  public let query: [QueryItem]
  /// The decoded fragment.
  public let fragment: Text?
  /// The link as the URL Standard serializes it.
  public let href: Text

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
  public convenience init(_ text: Text, base: Text? = nil) throws(Refusal) {
    guard text.count <= Link.maximumLength else {
      throw Refusal(
        .too_large, "the link has \(text.count) bytes; the limit is \(Link.maximumLength)")
    }
    let record: URLRecord
    do throws(URLSyntaxError) {
      var baseRecord: URLRecord?
      if let base { baseRecord = try URLRecord(parsing: base.bytes) }
      record = try URLRecord(parsing: text.bytes, base: baseRecord)
    } catch {
      throw Refusal(
        .bad_link, "\(quoted(text)) is no absolute URL: \(error)", offset: error.offset)
    }
    try self.init(record, of: text)
  }

  private init(_ record: URLRecord, of text: Text) throws(Refusal) {
    let bytes = record.bytes
    scheme = Link.shared(bytes[record.schemeRange])
    guard !Link.denied.contains(scheme) else {
      throw Refusal(.scheme_denied, "links with the scheme '\(scheme.string)' are never followed")
    }
    guard record.usernameRange.isEmpty, record.passwordRange.isEmpty else {
      throw Refusal(.bad_link, "a link must not carry a user name or password before its host")
    }
    href = Text(bytes)
    let isSpecial = scheme == Link.https || scheme == Link.http
    let hostname = record.hostRange
    port = record.portRange.isEmpty ? Link.none : Text(Array(bytes[record.portRange]))
    guard isSpecial || port.isEmpty else {
      throw Refusal(.bad_link, "a link with the scheme '\(scheme.string)' has no port")
    }
    host = isSpecial ? Text(Array(bytes[hostname])) : Link.none
    var segments: [Text] = []
    segments.reserveCapacity(6)
    if !isSpecial, !hostname.isEmpty {
      segments.append(try Link.decode(bytes, hostname, plusIsSpace: false))
    }
    var path = record.pathRange
    if !path.isEmpty, bytes[path.lowerBound] == UInt8(ascii: "/") {
      path = (path.lowerBound + 1)..<path.upperBound
    }
    if !path.isEmpty, bytes[path.upperBound - 1] == UInt8(ascii: "/") {
      path = path.lowerBound..<(path.upperBound - 1)
    }
    var start = path.lowerBound
    while start < path.upperBound {
      var end = start
      while end < path.upperBound, bytes[end] != UInt8(ascii: "/") { end += 1 }
      segments.append(try Link.decode(bytes, start..<end, plusIsSpace: false))
      if end == path.upperBound - 1 { segments.append(Link.none) }
      start = end + 1
    }
    self.segments = segments
    query = try Link.items(bytes, record.queryRange)
    if let range = record.fragmentRange, !range.isEmpty {
      fragment = try Link.decode(bytes, range, plusIsSpace: false)
    } else {
      fragment = nil
    }
  }

  private static let http: Text = "http"
  private static let https: Text = "https"
  private static let none = Text()

  /// A scheme's text; the two commonest are shared, not made.
  private static func shared(_ scheme: ArraySlice<UInt8>) -> Text {
    if scheme.elementsEqual(https.bytes) { return https }
    if scheme.elementsEqual(http.bytes) { return http }
    return Text(Array(scheme))
  }

  private static func items(
    _ bytes: [UInt8], _ range: Range<Int>?
  ) throws(Refusal) -> [QueryItem] {
    guard let range else { return [] }
    var items: [QueryItem] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      var equals: Int?
      while end < range.upperBound, bytes[end] != UInt8(ascii: "&") {
        if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      if start < end {
        let name = try decode(bytes, start..<(equals ?? end), plusIsSpace: true)
        let value = try equals.map { at throws(Refusal) in
          try decode(bytes, (at + 1)..<end, plusIsSpace: true)
        }
        items.append(QueryItem(name: name, value: value ?? none))
      }
      start = end + 1
    }
    return items
  }

  /// Decodes a piece once; one without escapes is copied as it stands.
  private static func decode(
    _ bytes: [UInt8], _ range: Range<Int>, plusIsSpace: Bool
  ) throws(Refusal) -> Text {
    var isPlain = true
    for index in range {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") || (plusIsSpace && byte == UInt8(ascii: "+")) { isPlain = false }
    }
    let piece = Array(bytes[range])
    if isPlain { return Text(piece) }
    let decoded = PercentCoding.decode(piece, plusIsSpace: plusIsSpace)
    if decoded.contains(0) {
      throw Refusal(.bad_link, "the link contains '%00'; remove it")
    }
    guard PercentCoding.isUTF8(decoded) else {
      throw Refusal(
        .bad_link, "\(quoted(Text(piece))) is not UTF-8 once its percent escapes are decoded")
    }
    return Text(decoded)
  }
}
