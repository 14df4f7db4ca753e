import JSON
import NavProtocol

/// A session's events as the lines that were sent: history, record and source of resumes in one.
///
/// Revs have no gaps, so an event's place follows from its rev. The lines stand in pieces, each as large as
/// all before it, so that nothing is moved when a log grows, and a short one is small. Up to twice
/// ``WireLimits/history`` events, or twice ``WireLimits/historyBytes``, are kept, that forgetting is done for
/// many at once.
struct EventLog: ~Copyable {
  /// A piece that is full.
  private final class Full {
    let piece: EventPiece
    init(_ piece: consuming EventPiece) { self.piece = piece }
  }

  /// Bytes of the smallest and of the largest piece; a longer line has one for itself.
  private static let (smallest, largest) = (2 * 1024, 64 * 1024)

  private var full: [Full] = []
  private var last = EventPiece()
  /// The rev of the first event that is kept; meaningless while there is none.
  private(set) var first: UInt64 = 1
  /// Bytes of the lines that are kept.
  private(set) var byteCount = 0

  /// The rev of the next event; meaningless while there is none.
  private var next: UInt64 { last.end }

  /// The revs of the events; nil where there is none.
  var revs: ClosedRange<UInt64>? { last.isEmpty ? nil : first...(next &- 1) }

  /// Adds the event of a rev, a line with its `\n`; what is not the next rev begins anew.
  ///
  /// - Parameter opening: How many bytes at its start the line has in common with all lines that are added with
  ///   this number.
  mutating func append(
    rev: UInt64, at: Int64, sender: UInt32, _ line: Span<UInt8>, opening: Int = 0
  ) {
    if last.isEmpty || rev != next {
      self = EventLog()
      first = rev
    }
    if last.opening != opening || !last.hasRoom(for: line.count) { begin(rev, line, opening) }
    last.append(line, at: at, sender: sender)
    byteCount &+= line.count
  }

  private mutating func begin(_ rev: UInt64, _ line: Span<UInt8>, _ opening: Int) {
    let room = min(max(byteCount, EventLog.smallest), EventLog.largest)
    var piece = EventPiece(
      first: rev, capacity: max(room, line.count &+ EventPiece.head),
      opening: line.extracting(..<opening))
    swap(&piece, &last)
    if !piece.isEmpty { full.append(Full(piece)) }
  }

  /// The last rev that is to be forgotten, where there are too many events or bytes; nil: none is.
  var excess: UInt64? { hasExcess ? findExcess() : nil }

  private var hasExcess: Bool {
    byteCount >= WireLimits.historyBytes * 2
      || !last.isEmpty && next &- first >= UInt64(WireLimits.history) * 2
  }

  @inline(never) private func findExcess() -> UInt64? {
    guard next &- first > 1 else { return nil }
    let most = UInt64(WireLimits.history)
    var left = byteCount
    var gone: UInt64?
    forEach(first...(next &- 2)) { rev, _, event in
      guard next &- rev > most || left > WireLimits.historyBytes else { return false }
      left &-= event.size
      gone = rev
      return true
    }
    return gone
  }

  /// Forgets the events up to a rev, but never the last.
  mutating func forget(through rev: UInt64) {
    guard rev >= first, rev < next &- 1 else { return }
    var gone = 0
    forEach(first...rev) { _, _, event in
      gone &+= event.size
      return true
    }
    byteCount &-= gone
    first = rev &+ 1
    full.removeAll { $0.piece.end <= first }
  }

  /// Shows the events that are kept of these revs in order, until the body says no.
  func forEach(
    _ revs: ClosedRange<UInt64>, _ body: (UInt64, borrowing EventPiece, EventPiece.Event) -> Bool
  ) {
    guard let kept = self.revs, kept.overlaps(revs) else { return }
    let wanted = kept.clamped(to: revs)
    var rev = wanted.lowerBound
    /// Whether the body wants more.
    func show(_ piece: borrowing EventPiece) -> Bool {
      var event = piece.event(rev)
      while body(rev, piece, event) {
        if rev == wanted.upperBound { return false }
        rev &+= 1
        if rev == piece.end { return true }
        event = piece.next(event)
      }
      return false
    }
    // Most ask for the newest, and the full pieces need not be looked at for them.
    var place = full.endIndex
    if rev < last.first { place = full.lastIndex { $0.piece.first <= rev } ?? place }
    while place < full.endIndex {
      guard show(full[place].piece) else { return }
      place += 1
    }
    _ = show(last)
  }

  /// When the event of a rev was made, in Unix milliseconds; nil where it is not kept.
  func time(of rev: UInt64) -> Int64? { find(rev) { $1.at } }

  /// Appends the lines of the revs that are kept of a range, each with its `\n`.
  func write(_ range: ClosedRange<UInt64>, into out: inout Bytes) {
    forEach(range) { _, piece, event in
      piece.write(event, into: &out)
      return true
    }
  }

  /// Parses an event's line; nil where it is not kept.
  func parse<R>(_ rev: UInt64, _ body: (borrowing Document) -> R) -> R? {
    var line = Bytes()
    write(rev...rev, into: &line)
    var json = Document()
    guard (try? line.withSpan { try json.parse($0, maximumDepth: 128) }) != nil else { return nil }
    return body(json)
  }

  /// The last event whose line has these bytes at the offset that its rev has, behind the opening.
  func last(with bytes: [UInt8], at offset: (UInt64) -> Int) -> UInt64? {
    func find(_ piece: borrowing EventPiece) -> UInt64? {
      var rev = piece.end &- 1
      guard !piece.isEmpty, rev >= first else { return nil }
      var event = piece.event(rev)
      while true {
        if piece.has(bytes, at: offset(rev), event) { return rev }
        guard rev > max(piece.first, first) else { return nil }
        rev &-= 1
        event = piece.previous(event)
      }
    }
    if let found = find(last) { return found }
    for full in full.reversed() {
      if let found = find(full.piece) { return found }
    }
    return nil
  }

  /// Shows the event of a rev and the piece that has it; nil where it is not kept.
  private func find<R>(_ rev: UInt64, _ body: (borrowing EventPiece, EventPiece.Event) -> R) -> R? {
    var found: R?
    forEach(rev...rev) { _, piece, event in
      found = body(piece, event)
      return false
    }
    return found
  }

  /// Has the processor fetch where the next event will be.
  func prefetch() { last.prefetch() }
}
