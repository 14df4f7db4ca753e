import JSON

/// One record among the texts of a normal form: a word that says what follows it.
struct PayloadRecord {
  enum Kind: UInt64 {
    /// A text that the outline knows.
    case text
    /// A field's name and its value as JSON; and the same of one that did something else already.
    case field, usedField
    case call
    /// A button's id and title; and, after it, its link.
    case button, buttonLink
  }

  /// What it is.
  let kind: Kind
  /// Where it begins.
  let start: Int
  /// Where its texts stand.
  let first: Range<Int>
  let second: Range<Int>

  /// The word before texts of these lengths.
  @inline(__always) static func word(_ kind: Kind, _ first: Int, _ second: Int = 0) -> UInt64 {
    kind.rawValue &<< 61 | UInt64(truncatingIfNeeded: min(first, 0x1fff_ffff)) &<< 32
      | UInt64(truncatingIfNeeded: min(second, 0xffff_ffff))
  }
}

extension Span<UInt8> {
  /// Shows the records in order, until `body` says no; that of a field may be told to be a used one.
  @inline(__always) func records(
    from start: Int = 0, until end: Int = .max,
    _ body: (PayloadRecord, borrowing Span<UInt8>) -> Bool
  ) {
    var start = start
    let end = Swift.min(end, count)
    while start &+ 8 <= end {
      let word = word(at: start)
      let middle = start &+ 8 &+ Int(truncatingIfNeeded: word &>> 32 & 0x1fff_ffff)
      let next = middle &+ Int(truncatingIfNeeded: word & 0xffff_ffff)
      guard next <= end, let kind = PayloadRecord.Kind(rawValue: word &>> 61) else { return }
      let record = PayloadRecord(
        kind: kind, start: start, first: (start &+ 8)..<middle, second: middle..<next)
      guard body(record, self) else { return }
      start = next
    }
  }
}
