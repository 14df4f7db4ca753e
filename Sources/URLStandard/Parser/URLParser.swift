/// The basic URL parser (URL Standard, section 4.4), written as one pass over each component.
///
/// The standard's state machine looks at one code point at a time and keeps a buffer. Here each
/// component is a range that a scan finds, and is appended to the serialization as a whole where
/// nothing in it needs encoding; the result never exists in another form. Every function takes the
/// input and a place in it and goes on to the next component, so that the call graph is the
/// standard's diagram of states.
struct URLParser {
  var url = URLRecord()
  let base: URLRecord?
  /// Whether validation errors are wanted; the parse without them pays one branch for each.
  let collects: Bool
  var errors: [URLValidationError] = []

  init(base: URLRecord?, collects: Bool) {
    self.base = base
    self.collects = collects
  }

  /// Whether the URL being built has a special scheme.
  var isSpecial: Bool { url.special != .none }

  /// Parses a whole input into ``url``; offsets of errors are those of `input`.
  mutating func parse(_ input: Span<UInt8>) throws(URLSyntaxError) {
    if !collects, parsePlain(input) { return }
    var start = 0
    var end = input.count
    while start < end, input[start] <= 0x20 { start &+= 1 }
    while end > start, input[end &- 1] <= 0x20 { end &-= 1 }
    if collects, start > 0 { note(.invalidURLUnit, at: 0) }
    if collects, end < input.count { note(.invalidURLUnit, at: end) }
    var seen: UInt8 = 0
    var least: UInt8 = 0xFF
    for index in start..<end {
      let byte = input[index]
      seen |= byte
      least = Swift.min(least, byte)
    }
    if least < 0x0E || (seen >= 0x80 && !PercentCoding.isUTF8(input)) {
      return try parseCleaned(input, start, end)
    }
    if start == 0, end == input.count { return try parseTrimmed(input) }
    let before = errors
    errors = []
    defer {
      shiftErrors { $0 + start }
      errors = before + errors
    }
    do {
      try parseTrimmed(input.extracting(start..<end))
    } catch {
      throw URLSyntaxError(error.kind, at: error.offset + start)
    }
  }

  /// The rare case: controls, of which tabs and newlines are removed, or bytes that are no UTF-8.
  private mutating func parseCleaned(
    _ input: Span<UInt8>, _ start: Int, _ end: Int
  ) throws(URLSyntaxError) {
    var text: [UInt8] = []
    text.append(input, start..<end)
    if !PercentCoding.isUTF8(text) { text = Array(String(decoding: text, as: UTF8.self).utf8) }
    var kept: [UInt8] = []
    var places: [Int] = []
    for (index, byte) in text.enumerated() {
      if byte.isTabOrNewline {
        if collects { errors.append(URLValidationError(.invalidURLUnit, at: index + start)) }
      } else {
        kept.append(byte)
        places.append(index + start)
      }
    }
    places.append(end)
    let before = errors
    errors = []
    let last = places.count - 1
    defer {
      shiftErrors { places[Swift.min($0, last)] }
      errors = before + errors
    }
    do {
      try parseTrimmed(kept.span)
    } catch {
      throw URLSyntaxError(error.kind, at: places[Swift.min(error.offset, last)])
    }
  }

  private mutating func shiftErrors(_ place: (Int) -> Int) {
    for index in errors.indices { errors[index].offset = place(errors[index].offset) }
  }

  /// Reports a validation error if they are wanted.
  @inline(__always) mutating func note(_ kind: URLValidationError.Kind, at offset: Int) {
    if collects { errors.append(URLValidationError(kind, at: offset)) }
  }

  /// The states "scheme start" and "scheme".
  private mutating func parseTrimmed(_ input: Span<UInt8>) throws(URLSyntaxError) {
    let count = input.count
    url.bytes.reserveCapacity(count &+ 16)
    var index = 0
    if count > 0, input[0].isASCIIAlpha {
      index = 1
      while index < count {
        let byte = input[index]
        guard byte.isASCIIAlpha || byte.isASCIIDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E
        else { break }
        index &+= 1
      }
    }
    guard index > 0, index < count, input[index] == 0x3A else {
      return try parseWithoutScheme(input)
    }
    for place in 0..<index { url.bytes.append(input[place].lowercased) }
    url.bytes.append(0x3A)
    url.schemeEnd = index
    url.special = SpecialScheme(url.bytes, 0..<index)
    let next = index &+ 1
    let solidi = next &+ 1 < count && input[next] == 0x2F && input[next &+ 1] == 0x2F
    switch url.special {
    case .file:
      if !solidi { note(.specialSchemeMissingFollowingSolidus, at: next) }
      try parseFile(input, next, base?.special == .file ? base : nil)
    case .none:
      if solidi {
        try parseAuthority(input, next &+ 2)
      } else if next < count, input[next] == 0x2F {
        endAuthority()
        parsePath(input, next &+ 1)
      } else {
        endAuthority()
        parseOpaquePath(input, next)
      }
    case .http, .https, .ws, .wss, .ftp:
      if !solidi { note(.specialSchemeMissingFollowingSolidus, at: next) }
      if !solidi, let base, base.special == url.special {
        try parseRelative(input, next, base)
      } else {
        try parseAuthorityIgnoringSlashes(input, solidi ? next &+ 2 : next)
      }
    }
  }

  /// The state "no scheme".
  private mutating func parseWithoutScheme(_ input: Span<UInt8>) throws(URLSyntaxError) {
    guard let base else { throw URLSyntaxError(.missingSchemeNonRelativeURL, at: 0) }
    url.special = base.special
    if base.hasOpaquePath {
      guard input.count > 0, input[0] == 0x23 else {
        throw URLSyntaxError(.missingSchemeNonRelativeURL, at: 0)
      }
      copy(base, through: base.queryEnd)
      return parseFragment(input, 1)
    }
    if base.special == .file {
      url.bytes.append("file:")
      url.schemeEnd = 4
      return try parseFile(input, 0, base)
    }
    try parseRelative(input, 0, base)
  }

  /// Ends the part before the path, where there is no authority or after it.
  mutating func endAuthority() {
    let end = url.bytes.count
    if !url.hasHost {
      url.usernameEnd = end
      url.hostStart = end
      url.hostEnd = end
    }
    url.pathStart = end
  }

  /// Begins with the bytes of `base` up to `end`, and the components within.
  mutating func copy(_ base: URLRecord, through end: Int) {
    let special = url.special
    let capacity = url.bytes.capacity
    url = base
    url.special = special
    url.bytes = []
    url.bytes.reserveCapacity(Swift.max(capacity, end &+ 16))
    url.bytes.append(base.bytes.span, 0..<end)
  }
}
