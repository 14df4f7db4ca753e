extension URLParser {
  /// The state "path start".
  mutating func parsePathStart(_ input: Span<UInt8>, _ start: Int) {
    guard start < input.count else {
      if isSpecial { url.bytes.append(0x2F) }
      return endPath()
    }
    let byte = input[start]
    if isSpecial {
      if byte == 0x5C { note(.invalidReverseSolidus, at: start) }
      return parsePath(input, byte == 0x2F || byte == 0x5C ? start &+ 1 : start)
    }
    switch byte {
    case 0x3F:
      endPath()
      parseQuery(input, start &+ 1)
    case 0x23:
      endPath()
      parseFragment(input, start &+ 1)
    default: parsePath(input, byte == 0x2F ? start &+ 1 : start)
    }
  }

  /// The state "path", from after the slash of the first segment.
  mutating func parsePath(_ input: Span<UInt8>, _ start: Int) {
    let end = parseSegments(input, start, endsAtQuery: true)
    endPath()
    guard end < input.count else { return }
    if input[end] == 0x3F {
      parseQuery(input, end &+ 1)
    } else {
      parseFragment(input, end &+ 1)
    }
  }

  /// Appends the segments, and returns where the path ends.
  mutating func parseSegments(_ input: Span<UInt8>, _ start: Int, endsAtQuery: Bool) -> Int {
    let set = PercentEncodeSet.path
    if url.special != .file, !collects, let end = plainPathEnd(input, start, set),
      endsAtQuery || end == input.count
    {
      url.bytes.append(0x2F)
      url.bytes.append(input, start..<end)
      return end
    }
    var segment = start
    while true {
      var end = segment
      while end < input.count {
        let byte = input[end]
        if byte == 0x2F || (byte == 0x5C && isSpecial) { break }
        if endsAtQuery, byte == 0x3F || byte == 0x23 { break }
        end &+= 1
      }
      let isLast = end == input.count || input[end] == 0x3F || input[end] == 0x23
      if !isLast, input[end] == 0x5C { note(.invalidReverseSolidus, at: end) }
      appendSegment(input, segment..<end, isLast: isLast, set)
      if isLast { return end }
      segment = end &+ 1
    }
  }

  /// Where a path ends in which nothing is to be encoded, replaced or removed; nil for others.
  private func plainPathEnd(
    _ input: Span<UInt8>, _ start: Int, _ set: PercentEncodeSet
  ) -> Int? {
    var index = start
    var isFirst = true
    while index < input.count {
      let byte = input[index]
      if byte == 0x3F || byte == 0x23 { return index }
      if set.contains(byte) || byte == 0x5C { return nil }
      if isFirst, byte == 0x2E || byte == 0x25 { return nil }
      isFirst = byte == 0x2F
      index &+= 1
    }
    return index
  }

  private mutating func appendSegment(
    _ input: Span<UInt8>, _ range: Range<Int>, isLast: Bool, _ set: PercentEncodeSet
  ) {
    noteUnits(input, range)
    switch URLParser.dots(input, range) {
    case 2:
      shorten()
      if isLast { url.bytes.append(0x2F) }
    case 1:
      if isLast { url.bytes.append(0x2F) }
    default:
      let isFirst = url.bytes.count == url.pathStart
      url.bytes.append(0x2F)
      if url.special == .file, isFirst, range.count == 2,
        URLParser.isDriveLetter(input[range.lowerBound], input[range.lowerBound &+ 1])
      {
        url.bytes.append(input[range.lowerBound])
        url.bytes.append(0x3A)
      } else {
        PercentCoding.append(input, range, set, to: &url.bytes)
      }
    }
  }

  /// 1 for a single-dot segment, 2 for a double-dot one, 0 for another.
  private static func dots(_ input: Span<UInt8>, _ range: Range<Int>) -> Int {
    guard range.count <= 6 else { return 0 }
    var index = range.lowerBound
    var count = 0
    while index < range.upperBound {
      if input[index] == 0x2E {
        index &+= 1
      } else if range.upperBound &- index >= 3, input[index] == 0x25, input[index &+ 1] == 0x32,
        input[index &+ 2] | 0x20 == 0x65
      {
        index &+= 3
      } else {
        return 0
      }
      count &+= 1
    }
    return count <= 2 ? count : 0
  }

  /// Removes the last segment (section 4.2, "shorten").
  mutating func shorten() {
    if url.special == .file, hasDriveLetter(url, atLeast: false) { return }
    guard let slash = url.bytes[url.pathStart...].lastIndex(of: 0x2F) else { return }
    url.bytes.removeSubrange(slash...)
  }

  /// The state "opaque path".
  mutating func parseOpaquePath(_ input: Span<UInt8>, _ start: Int) {
    url.hasOpaquePath = true
    var end = start
    while end < input.count, input[end] != 0x3F, input[end] != 0x23 { end &+= 1 }
    noteUnits(input, start..<end)
    let hasMore = end < input.count
    let endsInSpace = hasMore && end > start && input[end &- 1] == 0x20
    PercentCoding.append(
      input, start..<(endsInSpace ? end &- 1 : end), .c0Control, to: &url.bytes)
    if endsInSpace { url.bytes.append("%20") }
    endPath()
    guard hasMore else { return }
    if input[end] == 0x3F {
      parseQuery(input, end &+ 1)
    } else {
      parseFragment(input, end &+ 1)
    }
  }
}
