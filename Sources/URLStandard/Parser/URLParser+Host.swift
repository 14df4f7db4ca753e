extension URLParser {
  /// The host parser (URL Standard, section 3.5): appends the serialization of the host.
  mutating func parseHost(_ input: Span<UInt8>, _ range: Range<Int>) throws(URLSyntaxError) {
    guard !range.isEmpty else { return }
    if input[range.lowerBound] == 0x5B {
      guard input[range.upperBound &- 1] == 0x5D, range.count >= 2 else {
        throw URLSyntaxError(.ipv6Unclosed, at: range.lowerBound)
      }
      var parser = IPv6Parser(collects: collects)
      let address = try parser.parse(
        input, range.lowerBound &+ 1..<range.upperBound &- 1)
      errors += parser.errors
      return address.append(to: &url.bytes)
    }
    guard isSpecial else { return try parseOpaqueHost(input, range) }
    if collects { noteDomain(input, range) }
    let start = url.bytes.count
    var isPlain = true
    var upper = false
    var forbidden = -1
    for index in range {
      let byte = input[index]
      if byte >= 0x80 || byte == 0x25 {
        isPlain = false
        break
      }
      if ForbiddenHost.isInDomain(byte), forbidden < 0 { forbidden = index }
      upper = upper || byte.isASCIIUpper
    }
    if isPlain {
      if forbidden >= 0 { throw URLSyntaxError(.domainToASCII, at: forbidden) }
      if upper {
        for index in range { url.bytes.append(input[index].lowercased) }
      } else {
        url.bytes.append(input, range)
      }
    } else {
      try parseEncodedDomain(input, range)
    }
    try parseNumbers(start, at: range.lowerBound)
  }

  /// A domain with `%XX` or with what is not ASCII.
  private mutating func parseEncodedDomain(
    _ input: Span<UInt8>, _ range: Range<Int>
  ) throws(URLSyntaxError) {
    let failure = URLSyntaxError(.domainToASCII, at: range.lowerBound)
    let decoded = PercentCoding.decode(input.extracting(range))
    guard PercentCoding.isUTF8(decoded) else { throw failure }
    let ascii: [UInt8]
    if decoded.contains(where: { $0 >= 0x80 }) {
      guard let converted = DomainNames.toASCII(decoded, strict: false) else { throw failure }
      ascii = converted
    } else {
      ascii = decoded.map(\.lowercased)
    }
    guard !ascii.isEmpty, !ascii.contains(where: ForbiddenHost.isInDomain) else { throw failure }
    url.bytes += ascii
  }

  /// Replaces a domain that ends in a number by the IPv4 address that it is.
  private mutating func parseNumbers(_ start: Int, at offset: Int) throws(URLSyntaxError) {
    guard IPv4Address.endsInNumber(url.bytes, start) else { return }
    var found: [URLValidationError.Kind] = []
    let address = IPv4Address.parse(url.bytes, start, &found)
    if collects { errors += found.map { URLValidationError($0, at: offset) } }
    guard let address else {
      throw URLSyntaxError(found.last ?? .ipv4NonNumericPart, at: offset)
    }
    url.bytes.removeSubrange(start...)
    address.append(to: &url.bytes)
  }

  /// The opaque-host parser.
  private mutating func parseOpaqueHost(
    _ input: Span<UInt8>, _ range: Range<Int>
  ) throws(URLSyntaxError) {
    for index in range where ForbiddenHost.isInHost(input[index]) {
      throw URLSyntaxError(.hostInvalidCodePoint, at: index)
    }
    noteUnits(input, range)
    PercentCoding.append(input, range, .c0Control, to: &url.bytes)
  }

  private mutating func noteDomain(_ input: Span<UInt8>, _ range: Range<Int>) {
    for index in range where input[index] == 0x25 && index &+ 2 < range.upperBound {
      if input[index &+ 1].isASCIIHexDigit, input[index &+ 2].isASCIIHexDigit {
        note(.domainPercentEncoded, at: index)
        break
      }
    }
    let decoded = PercentCoding.decode(input.extracting(range))
    if DomainNames.toASCII(decoded, strict: true) == nil {
      note(.domainToASCII, at: range.lowerBound)
    }
  }
}
