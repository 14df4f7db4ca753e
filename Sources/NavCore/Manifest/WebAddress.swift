internal import JSON

/// What manifests and params need to know of an absolute URL.
///
/// The one door to the URL parser: everything that looks at a URL here looks at this.
struct WebAddress {
  /// The scheme, in lower case, without `:`.
  private(set) var scheme: Text
  /// The host in its serialized form; empty where there is none.
  private(set) var host: Text = ""
  /// The port, unless it is the scheme's default.
  private(set) var port: UInt16?
  /// Whether there is a user name or a password.
  private(set) var hasUserInfo = false
  /// The whole in its serialized form.
  private(set) var href: Text

  /// Whether it is `http` or `https`, and has a host.
  var isWeb: Bool { (scheme == "http" || scheme == "https") && !host.isEmpty }

  /// Whether the host is an IP address.
  var hasNumericHost: Bool {
    if host.bytes.first == UInt8(ascii: "[") { return true }
    let last = host.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last
    return last?.allSatisfy(ASCII.isDigit) ?? true
  }

  /// Reads an absolute URL of printable ASCII (RFC 3986 §3), or gives nil.
  init?(_ text: Text) {
    let bytes = text.bytes
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    scheme = ASCII.lower(Text(Array(bytes[..<colon])))
    guard SchemeRules.isScheme(scheme) else { return nil }
    var rest = bytes[(colon &+ 1)...]
    var written = scheme.bytes + [UInt8(ascii: ":")]
    href = Text()
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let marks = Array("/?#".utf8)
      let authority = rest.prefix { !marks.contains($0) }
      rest = rest.dropFirst(authority.count)
      guard readAuthority(authority) else { return nil }
      written += "//".utf8
      written += host.bytes
      if let port { written += Array(":\(port)".utf8) }
      if rest.first != UInt8(ascii: "/") { written.append(UInt8(ascii: "/")) }
    } else if scheme == "http" || scheme == "https" {
      return nil
    }
    href = Text(written + rest)
  }

  private mutating func readAuthority(_ authority: ArraySlice<UInt8>) -> Bool {
    var name = authority
    if let at = name.lastIndex(of: UInt8(ascii: "@")) {
      hasUserInfo = true
      name = name[(at &+ 1)...]
    }
    if name.first == UInt8(ascii: "[") {
      guard let end = name.firstIndex(of: UInt8(ascii: "]")) else { return false }
      host = ASCII.lower(Text(Array(name[...end])))
      name = name[(end &+ 1)...]
    } else {
      let label = name.prefix { $0 != UInt8(ascii: ":") }
      let marks = Array("-._".utf8)
      guard label.allSatisfy({ ASCII.isAlphanumeric($0) || marks.contains($0) }),
        label.first != UInt8(ascii: ".")
      else { return false }
      host = ASCII.lower(Text(Array(label)))
      name = name.dropFirst(label.count)
    }
    if host.isEmpty, scheme == "http" || scheme == "https" { return false }
    guard let colon = name.first else { return true }
    let digits = name.dropFirst()
    guard colon == UInt8(ascii: ":"), digits.allSatisfy(ASCII.isDigit) else { return false }
    if digits.isEmpty { return true }
    guard let number = UInt16(String(decoding: digits, as: UTF8.self)) else { return false }
    let standard: UInt16? = scheme == "http" ? 80 : scheme == "https" ? 443 : nil
    if number != standard { port = number }
    return true
  }
}
