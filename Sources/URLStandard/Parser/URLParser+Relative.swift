extension URLParser {
  /// The states "relative" and "relative slash"; `start` is after the scheme if there is one.
  mutating func parseRelative(
    _ input: Span<UInt8>, _ start: Int, _ base: URLRecord
  ) throws(URLSyntaxError) {
    guard start < input.count else { return copyThroughQuery(base) }
    let byte = input[start]
    if byte == 0x2F || (byte == 0x5C && isSpecial) {
      if byte == 0x5C { note(.invalidReverseSolidus, at: start) }
      let next = start &+ 1
      if next < input.count, input[next] == 0x2F || (input[next] == 0x5C && isSpecial) {
        if input[next] == 0x5C { note(.invalidReverseSolidus, at: next) }
        copy(base, through: base.schemeEnd &+ 1)
        url.portNumber = nil
        return isSpecial
          ? try parseAuthorityIgnoringSlashes(input, next &+ 1)
          : try parseAuthority(input, next &+ 1)
      }
      copy(base, through: base.authorityEnd)
      url.pathStart = url.bytes.count
      return parsePath(input, next)
    }
    switch byte {
    case 0x3F:
      copyThroughPath(base)
      endPath()
      parseQuery(input, start &+ 1)
    case 0x23:
      copyThroughQuery(base)
      parseFragment(input, start &+ 1)
    default:
      copyThroughPath(base)
      shorten()
      parsePath(input, start)
    }
  }

  /// Begins with scheme, authority and path of `base`.
  ///
  /// The `/.` before a path that begins with `//` is left out: ``endPath()`` knows whether it is
  /// still needed.
  mutating func copyThroughPath(_ base: URLRecord) {
    copy(base, through: base.authorityEnd)
    url.pathStart = url.bytes.count
    url.bytes.append(base.bytes.span, base.pathRange)
  }

  /// Begins with all of `base` but its fragment.
  mutating func copyThroughQuery(_ base: URLRecord) {
    copy(base, through: base.queryEnd)
  }

  /// Ends a path: writes `/.` before `//` where there is no host to come before it.
  mutating func endPath() {
    if !url.hasHost, !url.hasOpaquePath, url.bytes.count > url.pathStart &+ 1,
      url.bytes[url.pathStart] == 0x2F, url.bytes[url.pathStart &+ 1] == 0x2F
    {
      url.bytes.insert(contentsOf: [0x2F, 0x2E], at: url.pathStart)
      url.pathStart &+= 2
    }
    url.pathEnd = url.bytes.count
    url.queryEnd = url.bytes.count
  }
}
