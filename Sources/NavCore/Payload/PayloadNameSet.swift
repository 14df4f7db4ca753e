/// A set of names, one bit each.
struct PayloadNameSet: ExpressibleByArrayLiteral {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  @inline(__always) init(arrayLiteral names: PayloadName...) {
    for name in names { insert(name) }
  }

  @inline(__always) func contains(_ name: PayloadName) -> Bool {
    let bit = UInt64(1) &<< UInt64(name.rawValue & 63)
    return (name.rawValue < 64 ? low : high) & bit != 0
  }

  @inline(__always) mutating func insert(_ name: PayloadName) {
    let bit = UInt64(1) &<< UInt64(name.rawValue & 63)
    if name.rawValue < 64 { low |= bit } else { high |= bit }
  }

  @inline(__always) func union(_ other: PayloadNameSet) -> PayloadNameSet {
    var both = self
    both.low |= other.low
    both.high |= other.high
    return both
  }
}
