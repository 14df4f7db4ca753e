/// How fixed text of a component becomes what a parsed URL holds (URL Pattern Standard, section
/// 3.1 "Encoding callbacks").
enum PatternCanonicalizer: Sendable {
  case scheme, userinfo, hostname, ipv6, port, pathname, opaquePathname, search, hash

  /// The canonical form of `value`; throws where its component cannot hold it.
  func apply(_ value: [UInt8]) throws(URLPatternError) -> [UInt8] {
    if value.isEmpty { return value }
    switch self {
    case .scheme: return try Self.scheme(value)
    case .userinfo: return PercentCoding.encode(value, .userinfo)
    case .hostname: return try Self.hostname(value)
    case .ipv6: return try Self.ipv6(value)
    case .port: return try Self.port(value, .none)
    case .pathname: return Self.pathname(value)
    case .opaquePathname: return Self.opaquePathname(value)
    case .search: return PercentCoding.encode(Self.stripped(value), .specialQuery)
    case .hash: return PercentCoding.encode(Self.stripped(value), .fragment)
    }
  }

  private static func stripped(_ value: [UInt8]) -> [UInt8] {
    value.contains(where: \.isTabOrNewline) ? value.filter { !$0.isTabOrNewline } : value
  }

  private static func failure(_ value: [UInt8], _ what: String) -> URLPatternError {
    URLPatternError(.component, "'\(String(decoding: value, as: UTF8.self))' cannot be \(what)")
  }

  private static func scheme(_ value: [UInt8]) throws(URLPatternError) -> [UInt8] {
    guard let url = try? URLRecord(parsing: value + Array("://dummy.invalid/".utf8)) else {
      throw failure(value, "a scheme")
    }
    return url.schemeBytes
  }

  private static func hostname(_ value: [UInt8]) throws(URLPatternError) -> [UInt8] {
    let text = stripped(value)
    let end = text.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 || $0 == 0x5C }
    let range = 0..<(end ?? text.count)
    guard !range.isEmpty, URLParser.portColon(text.span, range) == nil else {
      throw failure(value, "part of a host")
    }
    var parser = URLParser(base: nil, collects: false)
    parser.url.special = .https
    do {
      try parser.parseHost(text.span, range)
    } catch {
      throw failure(value, "part of a host: \(error.kind.rawValue)")
    }
    return parser.url.bytes
  }

  private static func ipv6(_ value: [UInt8]) throws(URLPatternError) -> [UInt8] {
    for byte in value
    where !byte.isASCIIHexDigit && byte != 0x5B && byte != 0x5D && byte != 0x3A {
      throw failure(value, "part of an IPv6 address")
    }
    return value.map(\.lowercased)
  }

  /// A port; empty where it is the default of `scheme`.
  static func port(
    _ value: [UInt8], _ scheme: SpecialScheme
  ) throws(URLPatternError) -> [UInt8] {
    if value.isEmpty { return value }
    let digits = stripped(value).prefix(while: \.isASCIIDigit)
    var number = 0
    for digit in digits { number = min(number &* 10 &+ Int(digit &- 0x30), 0x10000) }
    guard !digits.isEmpty, number <= 0xFFFF else { throw failure(value, "a port") }
    if number == scheme.defaultPort { return [] }
    var out: [UInt8] = []
    out.append(decimal: number)
    return out
  }

  /// A piece of a path that is a list of segments; it need not begin with `/`.
  private static func pathname(_ value: [UInt8]) -> [UInt8] {
    let isAbsolute = value.first == 0x2F
    let text = (isAbsolute ? [] : [0x2F, 0x2D]) + stripped(value)
    var parser = URLParser(base: nil, collects: false)
    parser.url.special = .https
    parser.url.hasHost = true
    _ = parser.parseSegments(text.span, text.isEmpty ? 0 : 1, endsAtQuery: false)
    return isAbsolute ? parser.url.bytes : Array(parser.url.bytes.dropFirst(2))
  }

  private static func opaquePathname(_ value: [UInt8]) -> [UInt8] {
    let text = stripped(value)
    var parser = URLParser(base: nil, collects: false)
    parser.parseOpaquePath(text.span, 0)
    return parser.url.pathBytes
  }
}
