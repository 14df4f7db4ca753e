/// The getters of the URL class (URL Standard, section 6.1), and the same as bytes and ranges.
extension URLRecord {
  /// Where the scheme is in ``bytes``, without its `:`.
  public var schemeRange: Range<Int> { 0..<schemeEnd }

  /// Where the username is, percent-encoded; empty where there is none.
  public var usernameRange: Range<Int> {
    hasHost ? schemeEnd &+ 3..<usernameEnd : schemeEnd..<schemeEnd
  }

  /// Where the password is, percent-encoded; empty where there is none.
  public var passwordRange: Range<Int> {
    hostStart &- usernameEnd > 1
      ? usernameEnd &+ 1..<hostStart &- 1 : usernameEnd..<usernameEnd
  }

  /// Where the host is, without its port; empty where there is none.
  public var hostRange: Range<Int> { hostStart..<hostEnd }

  /// Where the port is, as digits; empty where it is absent or the default.
  public var portRange: Range<Int> {
    portNumber == nil ? hostEnd..<hostEnd : hostEnd &+ 1..<pathStart
  }

  /// Where the path is.
  public var pathRange: Range<Int> { pathStart..<pathEnd }

  /// Where the query is, without its `?`; nil where there is none.
  public var queryRange: Range<Int>? {
    pathEnd < bytes.count && bytes[pathEnd] == 0x3F ? pathEnd &+ 1..<queryEnd : nil
  }

  /// Where the fragment is, without its `#`; nil where there is none.
  public var fragmentRange: Range<Int>? {
    queryEnd < bytes.count ? queryEnd &+ 1..<bytes.count : nil
  }

  /// The scheme in lower case, without its `:`.
  public var schemeBytes: [UInt8] { Array(bytes[schemeRange]) }
  /// The host's serialization, without the port.
  public var hostBytes: [UInt8] { Array(bytes[hostRange]) }
  /// The path, percent-encoded.
  public var pathBytes: [UInt8] { Array(bytes[pathRange]) }
  /// The query without its `?`; nil where there is none, empty where there is only the `?`.
  public var queryBytes: [UInt8]? { queryRange.map { Array(bytes[$0]) } }
  /// The fragment without its `#`; nil where there is none, empty where there is only the `#`.
  public var fragmentBytes: [UInt8]? { fragmentRange.map { Array(bytes[$0]) } }

  /// Whether the scheme is one of http, https, ws, wss, ftp and file.
  public var isSpecial: Bool { special.isSpecial }

  /// The scheme with its `:`.
  public var `protocol`: String { text(0..<schemeEnd &+ 1) }
  /// The username, percent-encoded.
  public var username: String { text(usernameRange) }
  /// The password, percent-encoded.
  public var password: String { text(passwordRange) }
  /// The host with its port.
  public var host: String { portNumber == nil ? hostname : text(hostStart..<pathStart) }
  /// The host without its port.
  public var hostname: String { text(hostRange) }
  /// The port as digits; empty where it is absent or the default.
  public var port: String { text(portRange) }
  /// The path, percent-encoded.
  public var pathname: String { text(pathRange) }
  /// The query with its `?`; empty where it is absent or empty.
  public var search: String { queryEnd &- pathEnd > 1 ? text(pathEnd..<queryEnd) : "" }
  /// The fragment with its `#`; empty where it is absent or empty.
  public var hash: String { bytes.count &- queryEnd > 1 ? text(queryEnd..<bytes.count) : "" }

  /// The origin's serialization; `null` for an opaque one (section 4.7).
  ///
  /// A `blob:` URL has the origin of the http or https URL in its path.
  public var origin: String {
    switch special {
    case .none:
      guard bytes.slice(schemeRange, is: "blob"),
        let inner = try? URLRecord(parsing: pathBytes),
        inner.special == .http || inner.special == .https
      else { return "null" }
      return inner.origin
    case .file: return "null"
    case .http, .https, .ws, .wss, .ftp: return "\(self.protocol)//\(host)"
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
