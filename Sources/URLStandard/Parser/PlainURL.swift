/// Where the parts of an input end that is its own serialization.
struct PlainURL {
  let special: SpecialScheme
  let schemeEnd: Int
  let hostStart: Int
  let hostEnd: Int
  let pathEnd: Int
  let queryEnd: Int

  /// Looks at every byte once; nil where the standard's way has to be gone.
  ///
  /// What is plain here is the same within a JSON string, too.
  init?(_ input: Span<UInt8>) {
    let count = input.count
    var index = 0
    var letters: UInt64 = 0
    while index < count, input[index] &- 0x61 < 26 {
      letters = letters &<< 8 | UInt64(input[index])
      index &+= 1
    }
    let schemeEnd = index
    guard index > 0, index &+ 3 < count, input[index] == 0x3A, input[index &+ 1] == 0x2F,
      input[index &+ 2] == 0x2F
    else { return nil }
    let special = SpecialScheme(letters: letters)
    switch special {
    case .none, .http, .https: break
    case .ws, .wss, .ftp, .file: return nil
    }
    let hostStart = index &+ 3
    guard let hostEnd = PlainURL.hostEnd(input, hostStart, special) else { return nil }
    index = hostEnd
    guard index < count, input[index] == 0x2F,
      let pathEnd = PlainURL.pathEnd(input, index)
    else { return nil }
    index = pathEnd
    if index < count, input[index] == 0x3F {
      index = PlainParts.end(special == .none ? .query : .specialQuery, input, index &+ 1)
    }
    let queryEnd = index
    if index < count {
      guard input[index] == 0x23, PlainParts.end(.fragment, input, index &+ 1) == count
      else { return nil }
    }
    (self.special, self.schemeEnd) = (special, schemeEnd)
    (self.hostStart, self.hostEnd) = (hostStart, hostEnd)
    (self.pathEnd, self.queryEnd) = (pathEnd, queryEnd)
  }

  /// Where a host ends that is its own serialization; nil for one that may not be.
  ///
  /// One whose last label begins with a digit may be an IPv4 address.
  private static func hostEnd(
    _ input: Span<UInt8>, _ start: Int, _ special: SpecialScheme
  ) -> Int? {
    let index = PlainParts.end(special == .none ? .host : .specialHost, input, start)
    guard index > start, index < input.count, input[index &- 1] != 0x2E else { return nil }
    if special == .none { return index }
    var label = index &- 1
    while label > start, input[label &- 1] != 0x2E { label &-= 1 }
    return input[label].isASCIIDigit ? nil : index
  }

  /// Where a path ends in which nothing is to be encoded, replaced or removed; nil for others.
  private static func pathEnd(_ input: Span<UInt8>, _ start: Int) -> Int? {
    var index = start
    while index < input.count, input[index] == 0x2F {
      index &+= 1
      guard index < input.count else { return index }
      if input[index] == 0x2E || input[index] == 0x25 { return nil }
      index = PlainParts.end(.segment, input, index)
    }
    guard index < input.count else { return index }
    return input[index] == 0x3F || input[index] == 0x23 ? index : nil
  }
}
