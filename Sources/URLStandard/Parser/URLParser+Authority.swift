extension URLParser {
  /// The states "special authority slashes" and "special authority ignore slashes".
  mutating func parseAuthorityIgnoringSlashes(
    _ input: Span<UInt8>, _ start: Int
  ) throws(URLSyntaxError) {
    var index = start
    while index < input.count, input[index] == 0x2F || input[index] == 0x5C {
      note(.specialSchemeMissingFollowingSolidus, at: index)
      index &+= 1
    }
    try parseAuthority(input, index)
  }

  /// The states "authority", "host" and "port", from after the slashes.
  mutating func parseAuthority(_ input: Span<UInt8>, _ start: Int) throws(URLSyntaxError) {
    url.bytes.append(0x2F)
    url.bytes.append(0x2F)
    url.hasHost = true
    url.usernameEnd = url.bytes.count
    var end = start
    var at = -1
    while end < input.count {
      let byte = input[end]
      if byte == 0x2F || byte == 0x3F || byte == 0x23 || (byte == 0x5C && isSpecial) { break }
      if byte == 0x40 {
        note(.invalidCredentials, at: end)
        at = end
      }
      end &+= 1
    }
    var host = start
    if at >= 0 {
      host = at &+ 1
      if host == end { throw URLSyntaxError(.hostMissing, at: host) }
      appendCredentials(input, start..<at)
    }
    url.hostStart = url.bytes.count
    let colon = try parseHostname(input, host..<end)
    url.hostEnd = url.bytes.count
    if colon < end { try parsePort(input, colon &+ 1..<end) }
    endAuthority()
    parsePathStart(input, end)
  }

  private mutating func appendCredentials(_ input: Span<UInt8>, _ range: Range<Int>) {
    var colon = range.lowerBound
    while colon < range.upperBound, input[colon] != 0x3A { colon &+= 1 }
    noteUnits(input, range)
    PercentCoding.append(input, range.lowerBound..<colon, .userinfo, to: &url.bytes)
    url.usernameEnd = url.bytes.count
    if colon &+ 1 < range.upperBound {
      url.bytes.append(0x3A)
      PercentCoding.append(input, colon &+ 1..<range.upperBound, .userinfo, to: &url.bytes)
    }
    if url.bytes.count > url.schemeEnd &+ 3 { url.bytes.append(0x40) }
  }

  /// The state "host": returns where the `:` of the port is, or the end.
  private mutating func parseHostname(
    _ input: Span<UInt8>, _ range: Range<Int>
  ) throws(URLSyntaxError) -> Int {
    let colon = URLParser.portColon(input, range) ?? range.upperBound
    if colon == range.lowerBound, colon < range.upperBound || isSpecial {
      throw URLSyntaxError(.hostMissing, at: range.lowerBound)
    }
    try parseHost(input, range.lowerBound..<colon)
    return colon
  }

  /// Where the first `:` outside of brackets is.
  static func portColon(_ input: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var isInside = false
    for index in range {
      switch input[index] {
      case 0x5B: isInside = true
      case 0x5D: isInside = false
      case 0x3A where !isInside: return index
      default: break
      }
    }
    return nil
  }

  private mutating func parsePort(
    _ input: Span<UInt8>, _ range: Range<Int>
  ) throws(URLSyntaxError) {
    if range.isEmpty { return }
    var port = 0
    for index in range {
      guard input[index].isASCIIDigit else { throw URLSyntaxError(.portInvalid, at: index) }
      port = Swift.min(port &* 10 &+ Int(input[index] &- 0x30), 0x10000)
    }
    guard let number = UInt16(exactly: port) else {
      throw URLSyntaxError(.portOutOfRange, at: range.lowerBound)
    }
    if port == url.special.defaultPort { return }
    url.portNumber = number
    url.bytes.append(0x3A)
    url.bytes.append(decimal: port)
  }
}
