public import JSON
import URLStandard

/// A deep link, split by the URL Standard and decoded once.
public struct Link: Sendable, Equatable {
  /// One `name=value` of the query, decoded; `+` is a space.
  public struct QueryItem: Sendable, Equatable {
    /// The name.
    public var name: Text
    /// The value; empty where there is no `=`.
    public var value: Text
  }

  /// The scheme, in lower case.
  public var scheme: Text
  /// The host of an `http` or `https` link, in lower case; empty for custom schemes, whose host is a segment.
  public var host: Text
  /// The port, where it is not the default one.
  public var port: Text
  /// The decoded pieces of the path; for a custom scheme the host comes first, with its case.
  public var segments: [Text]
  /// The query, in order, repeats kept.
  public var query: [QueryItem]
  /// The decoded fragment.
  public var fragment: Text?
  /// The link as the URL Standard serializes it.
  public var href: Text

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
  public init(_ text: Text, base: Text? = nil) throws(Refusal) {
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
    scheme = Text(record.schemeBytes)
    guard !Link.denied.contains(scheme) else {
      throw Refusal(.scheme_denied, "links with the scheme '\(scheme.string)' are never followed")
    }
    guard record.username.isEmpty, record.password.isEmpty else {
      throw Refusal(.bad_link, "a link must not carry a user name or password before its host")
    }
    href = Text(record.bytes)
    let isSpecial = scheme == "http" || scheme == "https"
    port = Text(record.port)
    let hostname = Text(record.hostBytes)
    var pieces = PatternCompiler.split(record.pathBytes[...]).map { Array($0) }
    if isSpecial {
      host = hostname
    } else {
      guard port.isEmpty else {
        throw Refusal(.bad_link, "a link with the scheme '\(scheme.string)' has no port")
      }
      host = ""
      if !hostname.isEmpty { pieces.insert(hostname.bytes, at: 0) }
    }
    segments = []
    for piece in pieces {
      segments.append(try Link.decode(piece, plusIsSpace: false, of: text))
    }
    query = []
    for item in (record.queryBytes ?? []).split(separator: UInt8(ascii: "&")) {
      let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      let name = try Link.decode(Array(item[..<equals]), plusIsSpace: true, of: text)
      let value = try Link.decode(Array(item[equals...].dropFirst()), plusIsSpace: true, of: text)
      query.append(QueryItem(name: name, value: value))
    }
    let hash = record.fragmentBytes ?? []
    fragment = hash.isEmpty ? nil : try Link.decode(hash, plusIsSpace: false, of: text)
  }

  private static func decode(
    _ piece: [UInt8], plusIsSpace: Bool, of text: Text
  ) throws(Refusal) -> Text {
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
