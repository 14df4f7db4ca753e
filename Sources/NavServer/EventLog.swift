import JSON
import NavProtocol

/// A session's events as the lines that were sent: one buffer that is history, record and source of resumes.
///
/// Revs have no gaps, so an event's place follows from its rev. Up to twice ``WireLimits/history``
/// events, or twice ``WireLimits/historyBytes``, are kept, that forgetting is done for many at once.
struct EventLog: ~Copyable {
  /// Where an event ends, and when it was made.
  private struct Mark {
    /// Bytes from the first byte that was ever logged to the end of the line.
    var end: Int
    /// Unix milliseconds.
    var at: Int64
    /// Who pays for it until it is acked.
    var sender: UInt32
  }

  private var lines = Bytes()
  /// Bytes that were forgotten before the first one of `lines`.
  private var forgotten = 0
  private var marks: [Mark] = []
  /// The rev of the first event; meaningless while there is none.
  private(set) var first: UInt64 = 1

  /// Bytes of the lines that are kept.
  var byteCount: Int { lines.count }

  /// The revs of the events; nil where there is none.
  var revs: ClosedRange<UInt64>? {
    marks.isEmpty ? nil : first...(first &+ UInt64(marks.count - 1))
  }

  /// Adds the event of a rev, a line with its `\n`; what is not the next rev begins anew.
  mutating func append(rev: UInt64, at: Int64, sender: UInt32, _ line: Span<UInt8>) {
    if marks.isEmpty || rev != first &+ UInt64(marks.count) {
      self = EventLog()
      first = rev
    }
    lines.append(line)
    marks.append(Mark(end: forgotten &+ lines.count, at: at, sender: sender))
  }

  /// The last rev that is to be forgotten, where there are too many events or bytes; nil: none is.
  var excess: UInt64? {
    guard marks.count >= WireLimits.history * 2 || lines.count >= WireLimits.historyBytes * 2,
      let end = marks.last?.end
    else { return nil }
    var cut = max(marks.count - WireLimits.history, 0)
    while cut < marks.count - 1,
      end &- (cut == 0 ? forgotten : marks[cut - 1].end) > WireLimits.historyBytes
    {
      cut += 1
    }
    return cut > 0 ? first &+ UInt64(cut - 1) : nil
  }

  /// Forgets the events up to a rev, but never the last.
  mutating func forget(through rev: UInt64) {
    guard let index = index(rev), index < marks.count - 1 else { return }
    let end = marks[index].end
    lines.removeFirst(end &- forgotten)
    forgotten = end
    marks.removeFirst(index + 1)
    first = rev &+ 1
  }

  /// Who pays for the event of a rev, and its bytes.
  func charge(of rev: UInt64) -> Session.Charge {
    guard let index = index(rev) else { return Session.Charge(uid: StoredBytes.nobody, bytes: 0) }
    return Session.Charge(
      uid: marks[index].sender, bytes: marks[index].end &- forgotten &- start(index))
  }

  /// When the event of a rev was made, in Unix milliseconds; nil where it is not kept.
  func time(of rev: UInt64) -> Int64? { index(rev).map { marks[$0].at } }

  /// Appends the lines of the revs that are kept of a range, each with its `\n`.
  func write(_ range: ClosedRange<UInt64>, into out: inout Bytes) {
    guard let revs, revs.overlaps(range) else { return }
    let (low, high) = (max(range.lowerBound, first), min(range.upperBound, revs.upperBound))
    guard let one = index(low), let last = index(high) else { return }
    out.append(lines, start(one)..<(marks[last].end &- forgotten))
  }

  /// Appends an event's line with its `\n`, but for so many bytes at its start.
  func write(_ rev: UInt64, from offset: Int, into out: inout Bytes) {
    guard let index = index(rev) else { return }
    out.append(lines, (start(index) &+ offset)..<(marks[index].end &- forgotten))
  }

  /// How many bytes at its start an event's line has in common with the one before, `\n` left out.
  func shared(_ rev: UInt64) -> Int {
    guard let index = index(rev), index > 0 else { return 0 }
    let (one, other) = (start(index - 1), start(index))
    let most = min(other &- one, marks[index].end &- forgotten &- other) &- 1
    var count = 0
    while count &+ 8 <= most {
      let difference = lines.word(at: one &+ count) ^ lines.word(at: other &+ count)
      if difference != 0 { return count &+ difference.littleEndian.trailingZeroBitCount / 8 }
      count &+= 8
    }
    while count < most, lines[one &+ count] == lines[other &+ count] { count &+= 1 }
    return count
  }

  /// Parses an event's line; nil where it is not kept.
  func parse<R>(_ rev: UInt64, _ body: (borrowing Document) -> R) -> R? {
    guard let index = index(rev) else { return nil }
    var json = Document()
    let isRead = lines.withSpan(start(index)..<(marks[index].end &- forgotten)) { line in
      (try? json.parse(line, maximumDepth: 128)) != nil
    }
    return isRead ? body(json) : nil
  }

  /// Whether an event's line has these bytes at an offset.
  func has(_ bytes: [UInt8], at offset: Int, of rev: UInt64) -> Bool {
    guard let index = index(rev) else { return false }
    let place = start(index) &+ offset
    guard place &+ bytes.count <= marks[index].end &- forgotten else { return false }
    return bytes.indices.allSatisfy { lines[place &+ $0] == bytes[$0] }
  }

  private func start(_ index: Int) -> Int {
    index == 0 ? 0 : marks[index - 1].end &- forgotten
  }

  private func index(_ rev: UInt64) -> Int? {
    guard rev >= first, rev &- first < UInt64(marks.count) else { return nil }
    return Int(rev &- first)
  }
}
