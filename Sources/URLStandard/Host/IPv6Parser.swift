/// The IPv6 parser (URL Standard, section 3.5).
struct IPv6Parser {
  let collects: Bool
  var errors: [URLValidationError] = []
  private var pieces = [UInt16](repeating: 0, count: 8)
  private var piece = 0
  private var place = 0

  init(collects: Bool) { self.collects = collects }

  /// Parses what is between the brackets.
  mutating func parse(
    _ input: Span<UInt8>, _ range: Range<Int>
  ) throws(URLSyntaxError) -> IPv6Address {
    let end = range.upperBound
    var compress: Int?
    place = range.lowerBound
    if place < end, input[place] == 0x3A {
      guard place &+ 1 < end, input[place &+ 1] == 0x3A else {
        throw URLSyntaxError(.ipv6InvalidCompression, at: place)
      }
      place &+= 2
      piece = 1
      compress = 1
    }
    while place < end {
      if piece == 8 { throw URLSyntaxError(.ipv6TooManyPieces, at: place) }
      if input[place] == 0x3A {
        if compress != nil { throw URLSyntaxError(.ipv6MultipleCompression, at: place) }
        place &+= 1
        piece &+= 1
        compress = piece
        continue
      }
      let start = place
      var value: UInt16 = 0
      while place < end, place &- start < 4, let digit = input[place].hexValue {
        value = value << 4 | UInt16(digit)
        place &+= 1
      }
      if place < end, input[place] == 0x2E {
        if place == start { throw URLSyntaxError(.ipv4InIPv6InvalidCodePoint, at: place) }
        place = start
        try parseIPv4(input, end)
        break
      }
      if place < end {
        guard input[place] == 0x3A else {
          throw URLSyntaxError(.ipv6InvalidCodePoint, at: place)
        }
        place &+= 1
        if place == end { throw URLSyntaxError(.ipv6InvalidCodePoint, at: place) }
      }
      if collects, input[start] == 0x30, place &- start > 1, input[start &+ 1] != 0x3A {
        errors.append(URLValidationError(.ipv6PieceLeadingZero, at: start))
      }
      pieces[piece] = value
      piece &+= 1
    }
    if let compress {
      let moved = piece &- compress
      if moved > 0 {
        let tail = Array(pieces[compress..<piece])
        for index in compress..<8 { pieces[index] = 0 }
        for (index, value) in tail.enumerated() { pieces[8 &- moved &+ index] = value }
      }
    } else if piece != 8 {
      throw URLSyntaxError(.ipv6TooFewPieces, at: end)
    }
    return IPv6Address(pieces: pieces)
  }

  private mutating func parseIPv4(_ input: Span<UInt8>, _ end: Int) throws(URLSyntaxError) {
    if piece > 6 { throw URLSyntaxError(.ipv4InIPv6TooManyPieces, at: place) }
    var seen = 0
    while place < end {
      if seen > 0 {
        guard input[place] == 0x2E, seen < 4 else {
          throw URLSyntaxError(.ipv4InIPv6InvalidCodePoint, at: place)
        }
        place &+= 1
      }
      guard place < end, input[place].isASCIIDigit else {
        throw URLSyntaxError(.ipv4InIPv6InvalidCodePoint, at: place)
      }
      var number: UInt16?
      while place < end, input[place].isASCIIDigit {
        let digit = UInt16(input[place] &- 0x30)
        if number == 0 { throw URLSyntaxError(.ipv4InIPv6InvalidCodePoint, at: place) }
        let next = (number ?? 0) &* 10 &+ digit
        if next > 255 { throw URLSyntaxError(.ipv4InIPv6OutOfRangePart, at: place) }
        number = next
        place &+= 1
      }
      pieces[piece] = pieces[piece] << 8 | (number ?? 0)
      seen &+= 1
      if seen == 2 || seen == 4 { piece &+= 1 }
    }
    if seen != 4 { throw URLSyntaxError(.ipv4InIPv6TooFewParts, at: end) }
  }
}
