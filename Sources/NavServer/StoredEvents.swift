import JSON

/// The row of events that a session made in one turn.
///
/// For each there is its time in Unix milliseconds, with a comma and a uid where a sender pays for it, then a
/// space and its line; or `=`, how many bytes at its start are those of the line before, a space and the rest:
/// neighbours begin with the same hundred bytes.
enum StoredEvents {
  /// Writes the events of these revs as one row.
  static func write(_ revs: ClosedRange<UInt64>, of log: borrowing EventLog, into out: inout Bytes)
  {
    log.forEach(revs) { rev, piece, event in
      out.append(event.at)
      if event.sender != StoredBytes.nobody {
        out.append(",")
        out.append(UInt64(event.sender))
      }
      let shared = rev == revs.lowerBound ? 0 : piece.shared(event)
      if shared > 0 {
        out.append("=")
        out.append(shared)
      }
      out.append(" ")
      piece.write(event, from: shared, into: &out)
      return true
    }
  }

  /// Shows each event of a row: how many come after it, its time, its sender, and its line with its `\n`.
  ///
  /// It ends at what is not a row.
  static func read(_ row: Span<UInt8>, _ body: (Int, Int64, UInt32, Span<UInt8>) -> Void) {
    var left = 0
    for index in row.indices where row[index] == 0x0A { left += 1 }
    var line = Bytes()
    var start = 0
    while start < row.count, left > 0 {
      left -= 1
      var at = start
      let time = number(row, &at)
      let sender = has(",", row, &at) ? number(row, &at) : Int64(StoredBytes.nobody)
      let shared = has("=", row, &at) ? number(row, &at) : 0
      guard has(" ", row, &at), shared <= line.count else { return }
      var end = at
      while end < row.count, row[end] != 0x0A { end += 1 }
      guard end < row.count else { return }
      line.truncate(to: Int(shared))
      line.append(row.extracting(at..<(end + 1)))
      line.withSpan { body(left, time, UInt32(clamping: sender), $0) }
      start = end + 1
    }
  }

  private static func has(_ sign: Unicode.Scalar, _ row: Span<UInt8>, _ at: inout Int) -> Bool {
    guard at < row.count, row[at] == UInt8(ascii: sign) else { return false }
    at += 1
    return true
  }

  private static func number(_ row: Span<UInt8>, _ at: inout Int) -> Int64 {
    var number: Int64 = 0
    while at < row.count, row[at] >= 0x30, row[at] <= 0x39 {
      number = number &* 10 &+ Int64(row[at] &- 0x30)
      at += 1
    }
    return number
  }
}
