import JSON

/// Neighbouring events of a log in one block of memory.
///
/// The lines of a session begin with the same hundred bytes. This opening stands here once; behind it each
/// event has a head that says what is noted of it, and the rest of its line. A head stands beside its line, so
/// that adding an event touches one place, and it has the size of the record before, so that the newest events are
/// found from the end.
struct EventPiece: ~Copyable {
  /// An event, and where its line is.
  struct Event {
    /// Where the line but for its opening is in ``EventPiece/bytes``, with its `\n`.
    fileprivate(set) var rest: Range<Int>
    /// Bytes of the whole line.
    var size: Int
    /// Unix milliseconds.
    var at: Int64
    /// Who pays for it until it is acked.
    var sender: UInt32
    /// Bytes of the record before, head and line; 0: it is the first here.
    fileprivate var before: Int
  }

  /// Bytes of a head.
  static let head = 24

  /// The rev of its first event.
  let first: UInt64
  /// Bytes at its start with which all lines here begin.
  let opening: Int
  private(set) var count = 0
  /// The opening, and all records.
  private(set) var bytes: Bytes
  private let capacity: Int
  /// Bytes of the last record.
  private var last = 0
  /// Where the records begin whose number here is a multiple of ``stride``, but for the first.
  private var starts: [UInt32] = []

  /// Records that are walked over at most to find one.
  private static let stride = 16

  /// Makes a piece without room.
  init() {
    (first, capacity, opening) = (1, 0, 0)
    bytes = Bytes()
  }

  /// Makes an empty piece, for lines that begin with these bytes.
  init(first: UInt64, capacity: Int, opening: Span<UInt8>) {
    (self.first, self.capacity, self.opening) = (first, capacity, opening.count)
    bytes = Bytes(capacity: capacity)
    bytes.append(opening)
  }

  var isEmpty: Bool { count == 0 }

  /// The rev behind its last one.
  var end: UInt64 { first &+ UInt64(count) }

  /// Whether there is room for a line of so many bytes.
  func hasRoom(for size: Int) -> Bool {
    size &- opening &+ EventPiece.head <= capacity &- bytes.count
  }

  /// Adds an event; a line is less than 2 GiB.
  ///
  /// - Precondition: The line has the opening.
  mutating func append(_ line: Span<UInt8>, at: Int64, sender: UInt32) {
    let rest = line.extracting(opening...)
    if count > 0, count % EventPiece.stride == 0 {
      starts.append(UInt32(truncatingIfNeeded: bytes.count))
    }
    bytes.append(word: UInt64(UInt32(truncatingIfNeeded: rest.count)) | UInt64(last) &<< 32)
    bytes.append(word: UInt64(bitPattern: at))
    bytes.append(word: UInt64(sender))
    bytes.append(rest)
    last = rest.count &+ EventPiece.head
    count &+= 1
  }

  /// The event of a rev.
  ///
  /// - Precondition: The piece has it; so of the other functions that take a rev.
  func event(_ rev: UInt64) -> Event {
    let index = Int(rev &- first)
    if count &- index <= EventPiece.stride {
      var event = self.event(at: bytes.count &- last)
      for _ in 0..<(count &- 1 &- index) { event = previous(event) }
      return event
    }
    let (start, further) = index.quotientAndRemainder(dividingBy: EventPiece.stride)
    var event = self.event(at: start == 0 ? opening : Int(starts[start - 1]))
    for _ in 0..<further { event = next(event) }
    return event
  }

  /// The event after one that is not the last.
  func next(_ event: Event) -> Event { self.event(at: event.rest.upperBound) }

  /// The event before one that is not the first.
  func previous(_ event: Event) -> Event {
    self.event(at: event.rest.lowerBound &- EventPiece.head &- event.before)
  }

  private func event(at start: Int) -> Event {
    let sizes = bytes.word(at: start)
    let (rest, count) = (start &+ EventPiece.head, Int(sizes & 0xFFFF_FFFF))
    return Event(
      rest: rest..<rest &+ count, size: opening &+ count,
      at: Int64(bitPattern: bytes.word(at: start &+ 8)),
      sender: UInt32(truncatingIfNeeded: bytes.word(at: start &+ 16)), before: Int(sizes &>> 32))
  }

  /// Appends an event's line with its `\n`, but for so many bytes at its start.
  func write(_ event: Event, from offset: Int = 0, into out: inout Bytes) {
    if offset < opening { out.append(bytes, offset..<opening) }
    out.append(bytes, event.rest.dropFirst(max(0, offset &- opening)))
  }

  /// Whether an event's line has some bytes at an offset, which is behind the opening.
  func has(_ wanted: [UInt8], at offset: Int, _ event: Event) -> Bool {
    let start = event.rest.lowerBound &+ offset &- opening
    let end = start &+ wanted.count
    guard start >= event.rest.lowerBound, end <= event.rest.upperBound else { return false }
    return bytes.withSpan(start..<end) { $0.isEqual(to: wanted.span) }
  }

  /// How many bytes at its start an event's line has in common with the one before it here, `\n` left out.
  func shared(_ event: Event) -> Int {
    guard event.before > 0 else { return 0 }
    let (one, other) = (previous(event).rest, event.rest)
    let most = min(one.count, other.count) &- 1
    var count = 0
    while count &+ 8 <= most {
      let difference =
        bytes.word(at: one.lowerBound &+ count) ^ bytes.word(at: other.lowerBound &+ count)
      if difference != 0 {
        return opening &+ count &+ difference.littleEndian.trailingZeroBitCount / 8
      }
      count &+= 8
    }
    while count < most, bytes[one.lowerBound &+ count] == bytes[other.lowerBound &+ count] {
      count &+= 1
    }
    return opening &+ count
  }

  /// Has the processor fetch where the next event will be, if it is no longer than most.
  func prefetch() { bytes.prefetchEnd(bytes: 448) }
}
