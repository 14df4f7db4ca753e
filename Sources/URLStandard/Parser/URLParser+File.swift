extension URLParser {
  /// The states "file" and "file slash"; `start` is after the scheme if there is one.
  mutating func parseFile(
    _ input: Span<UInt8>, _ start: Int, _ base: URLRecord?
  ) throws(URLSyntaxError) {
    guard start < input.count, input[start] == 0x2F || input[start] == 0x5C else {
      return parseFileReference(input, start, base)
    }
    if input[start] == 0x5C { note(.invalidReverseSolidus, at: start) }
    let next = start &+ 1
    if next < input.count, input[next] == 0x2F || input[next] == 0x5C {
      if input[next] == 0x5C { note(.invalidReverseSolidus, at: next) }
      return try parseFileHost(input, next &+ 1)
    }
    if let base {
      copy(base, through: base.authorityEnd)
      url.pathStart = url.bytes.count
      if !URLParser.startsWithDriveLetter(input, next), hasDriveLetter(base, atLeast: true) {
        url.bytes.append(base.bytes.span, base.pathStart..<base.pathStart &+ 3)
      }
    } else {
      beginFile()
    }
    parsePath(input, next)
  }

  private mutating func parseFileReference(
    _ input: Span<UInt8>, _ start: Int, _ base: URLRecord?
  ) {
    guard let base else {
      beginFile()
      return parsePath(input, start)
    }
    guard start < input.count else { return copyThroughQuery(base) }
    switch input[start] {
    case 0x3F:
      copyThroughPath(base)
      endPath()
      parseQuery(input, start &+ 1)
    case 0x23:
      copyThroughQuery(base)
      parseFragment(input, start &+ 1)
    default:
      if URLParser.startsWithDriveLetter(input, start) {
        note(.fileInvalidWindowsDriveLetter, at: start)
        copy(base, through: base.authorityEnd)
        url.pathStart = url.bytes.count
      } else {
        copyThroughPath(base)
        shorten()
      }
      parsePath(input, start)
    }
  }

  /// The state "file host", from after the slashes.
  private mutating func parseFileHost(
    _ input: Span<UInt8>, _ start: Int
  ) throws(URLSyntaxError) {
    var end = start
    while end < input.count {
      let byte = input[end]
      if byte == 0x2F || byte == 0x5C || byte == 0x3F || byte == 0x23 { break }
      end &+= 1
    }
    beginFile()
    if end &- start == 2, URLParser.isDriveLetter(input[start], input[start &+ 1]) {
      note(.fileInvalidWindowsDriveLetterHost, at: start)
      return parsePath(input, start)
    }
    if end > start {
      try parseHost(input, start..<end)
      if url.bytes.slice(url.hostStart..<url.bytes.count, is: "localhost") {
        url.bytes.removeSubrange(url.hostStart...)
      }
      url.hostEnd = url.bytes.count
      url.pathStart = url.hostEnd
    }
    parsePathStart(input, end)
  }

  /// Writes the slashes of an empty host.
  private mutating func beginFile() {
    url.bytes.append("//")
    url.hasHost = true
    url.usernameEnd = url.bytes.count
    url.hostStart = url.bytes.count
    url.hostEnd = url.bytes.count
    url.pathStart = url.bytes.count
  }

  static func isDriveLetter(_ letter: UInt8, _ mark: UInt8) -> Bool {
    letter.isASCIIAlpha && (mark == 0x3A || mark == 0x7C)
  }

  /// Whether the input "starts with a Windows drive letter" at `start` (section 4.2).
  static func startsWithDriveLetter(_ input: Span<UInt8>, _ start: Int) -> Bool {
    guard start &+ 1 < input.count, isDriveLetter(input[start], input[start &+ 1]) else {
      return false
    }
    guard start &+ 2 < input.count else { return true }
    let byte = input[start &+ 2]
    return byte == 0x2F || byte == 0x5C || byte == 0x3F || byte == 0x23
  }

  /// Whether the first segment of the path, or with `atLeast: false` its only one, is `X:`.
  func hasDriveLetter(_ url: URLRecord, atLeast: Bool) -> Bool {
    let start = url.pathStart
    let end = atLeast ? url.pathEnd : url.bytes.count
    guard end &- start >= 3, url.bytes[start] == 0x2F, url.bytes[start &+ 1].isASCIIAlpha,
      url.bytes[start &+ 2] == 0x3A
    else { return false }
    return end &- start == 3 || (atLeast && url.bytes[start &+ 3] == 0x2F)
  }
}
