import JSON

/// Neighbouring events of a log in one block of memory, each behind a head that says what is noted of it.
///
/// A head stands beside its line, so that adding an event touches one place, and it has the size of the record
/// before, so that the newest events are found from the end.
struct EventPiece: ~Copyable {
  /// An event, and where its line is.
  struct Event {
    /// Where the line is in ``EventPiece/lines``, with its `\n`.
    var line: Range<Int>
    /// Unix milliseconds.
    var at: Int64
    /// Who pays for it until it is acked.
    var sender: UInt32
    /// Bytes of the record before, head and line; 0: it is the first here.
    fileprivate var before: Int
  }

  /// Bytes that an event takes besides its line.
  static let head = 24

  /// The rev of its first event.
  let first: UInt64
  private(set) var count = 0
  /// All records.
  private(set) var lines: Bytes
  private let capacity: Int
  /// Bytes of the last record.
  private var last = 0
  /// Where the records begin whose number here is a multiple of ``stride``, but for the first.
  private var starts: [UInt32] = []

  /// Records that are walked over at most to find one.
  private static let stride = 16

  /// Makes a piece for so many bytes of lines and heads.
  init(first: UInt64, capacity: Int) {
    (self.first, self.capacity) = (first, capacity)
    lines = Bytes(capacity: capacity)
  }

  var isEmpty: Bool { count == 0 }

  /// The rev behind its last one.
  var end: UInt64 { first &+ UInt64(count) }

  /// Bytes of all lines.
  var byteCount: Int { lines.count &- count &* EventPiece.head }

  func hasRoom(for size: Int) -> Bool { size &+ EventPiece.head <= capacity &- lines.count }

  /// Adds an event; a line is less than 2 GiB.
  mutating func append(_ line: Span<UInt8>, at: Int64, sender: UInt32) {
    if count > 0, count % EventPiece.stride == 0 {
      starts.append(UInt32(truncatingIfNeeded: lines.count))
    }
    lines.append(word: UInt64(UInt32(truncatingIfNeeded: line.count)) | UInt64(last) &<< 32)
    lines.append(word: UInt64(bitPattern: at))
    lines.append(word: UInt64(sender))
    lines.append(line)
    last = line.count &+ EventPiece.head
    count &+= 1
  }

  /// The event of a rev.
  ///
  /// - Precondition: The piece has it; so of the other functions that take a rev.
  func event(_ rev: UInt64) -> Event {
    let index = Int(rev &- first)
    if count &- index <= EventPiece.stride {
      var event = self.event(at: lines.count &- last)
      for _ in 0..<(count &- 1 &- index) { event = previous(event) }
      return event
    }
    let (start, further) = index.quotientAndRemainder(dividingBy: EventPiece.stride)
    var event = self.event(at: start == 0 ? 0 : Int(starts[start - 1]))
    for _ in 0..<further { event = next(event) }
    return event
  }

  /// The event after one that is not the last.
  func next(_ event: Event) -> Event { self.event(at: event.line.upperBound) }

  /// The event before one that is not the first.
  func previous(_ event: Event) -> Event {
    self.event(at: event.line.lowerBound &- EventPiece.head &- event.before)
  }

  private func event(at start: Int) -> Event {
    let sizes = lines.word(at: start)
    let line = start &+ EventPiece.head
    return Event(
      line: line..<line &+ Int(sizes & 0xFFFF_FFFF),
      at: Int64(bitPattern: lines.word(at: start &+ 8)),
      sender: UInt32(truncatingIfNeeded: lines.word(at: start &+ 16)), before: Int(sizes &>> 32))
  }

  /// How many bytes at its start an event's line has in common with the one before it here, `\n` left out.
  func shared(_ event: Event) -> Int {
    guard event.before > 0 else { return 0 }
    let (one, other) = (previous(event).line, event.line)
    let most = min(one.count, other.count) &- 1
    var count = 0
    while count &+ 8 <= most {
      let difference =
        lines.word(at: one.lowerBound &+ count) ^ lines.word(at: other.lowerBound &+ count)
      if difference != 0 { return count &+ difference.littleEndian.trailingZeroBitCount / 8 }
      count &+= 8
    }
    while count < most, lines[one.lowerBound &+ count] == lines[other.lowerBound &+ count] {
      count &+= 1
    }
    return count
  }

  /// Has the processor fetch where the next event will be.
  func prefetch() { lines.prefetchEnd(bytes: 192) }
}
