/// An IPv6 address as eight pieces, and its serializer (URL Standard, section 3.6).
struct IPv6Address {
  var pieces: [UInt16]

  /// The first of the longest runs of two or more zero pieces.
  private var compressed: Range<Int>? {
    var longest: Range<Int>?
    var index = 0
    while index < pieces.count {
      var end = index
      while end < pieces.count, pieces[end] == 0 { end &+= 1 }
      if end &- index > max(longest?.count ?? 1, 1) { longest = index..<end }
      index = max(end, index &+ 1)
    }
    return longest
  }

  /// Appends the address in brackets, in the form of RFC 5952.
  func append(to out: inout [UInt8]) {
    let skipped = compressed
    out.append(0x5B)
    var index = 0
    while index < pieces.count {
      if let skipped, skipped.lowerBound == index {
        out.append(0x3A)
        if index == 0 { out.append(0x3A) }
        index = skipped.upperBound
        continue
      }
      out += String(pieces[index], radix: 16).utf8
      if index < 7 { out.append(0x3A) }
      index &+= 1
    }
    out.append(0x5D)
  }
}
