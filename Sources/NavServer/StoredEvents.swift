import JSON

/// The row of events that a session made in one turn: for each its time in Unix milliseconds, with a comma and
/// a uid where a sender pays for it, a space, and its line.
enum StoredEvents {
  /// Writes the events of these revs as one row.
  static func write(_ revs: ClosedRange<UInt64>, of log: borrowing EventLog, into out: inout Bytes)
  {
    for rev in revs {
      out.append(log.time(of: rev) ?? 0)
      let sender = log.charge(of: rev).uid
      if sender != StoredBytes.nobody {
        out.append(",")
        out.append(UInt64(sender))
      }
      out.append(" ")
      log.write(rev...rev, into: &out)
    }
  }

  /// Shows each event of a row: how many come after it, its time, its sender, and its line with its `\n`.
  static func read(_ row: Span<UInt8>, _ body: (Int, Int64, UInt32, Span<UInt8>) -> Void) {
    var left = 0
    for index in row.indices where row[index] == 0x0A { left += 1 }
    var start = 0
    while start < row.count, left > 0 {
      left -= 1
      var at = start
      let time = number(row, &at)
      var sender = Int64(StoredBytes.nobody)
      if at < row.count, row[at] == UInt8(ascii: ",") {
        at += 1
        sender = number(row, &at)
      }
      let line = at + 1
      var end = line
      while end < row.count, row[end] != 0x0A { end += 1 }
      guard end < row.count else { return }
      body(left, time, UInt32(clamping: sender), row.extracting(line..<(end + 1)))
      start = end + 1
    }
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
