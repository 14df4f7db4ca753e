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
  private var last = EventPiece(first: 1, capacity: 0)
  /// The rev of the first event that is kept; meaningless while there is none.
  private(set) var first: UInt64 = 1
  /// Bytes of the lines that are kept.
  private(set) var byteCount = 0

  /// The rev of the next event; meaningless while there is none.
  private var next: UInt64 { last.end }

  /// The revs of the events; nil where there is none.
  var revs: ClosedRange<UInt64>? { last.isEmpty ? nil : first...(next &- 1) }

  /// Adds the event of a rev, a line with its `\n`; what is not the next rev begins anew.
  mutating func append(rev: UInt64, at: Int64, sender: UInt32, _ line: Span<UInt8>) {
    if last.isEmpty || rev != next {
      self = EventLog()
      first = rev
    }
    if !last.hasRoom(for: line.count) { begin(rev, for: line.count) }
    last.append(line, at: at, sender: sender)
    byteCount &+= line.count
  }

  private mutating func begin(_ rev: UInt64, for size: Int) {
    let room = min(max(byteCount, EventLog.smallest), EventLog.largest)
    var piece = EventPiece(first: rev, capacity: max(room, size))
    swap(&piece, &last)
    if !piece.isEmpty { full.append(Full(piece)) }
  }

  /// The last rev that is to be forgotten, where there are too many events or bytes; nil: none is.
  var excess: UInt64? {
    let count = last.isEmpty ? 0 : next &- first
    let most = UInt64(WireLimits.history)
    guard count >= most * 2 || byteCount >= WireLimits.historyBytes * 2 else { return nil }
    var cut = count > most ? count &- most : 0
    while cut < count &- 1, byteCount &- bytes(before: first &+ cut) > WireLimits.historyBytes {
      cut &+= 1
    }
    return cut > 0 ? first &+ cut &- 1 : nil
  }

  /// Forgets the events up to a rev, but never the last.
  mutating func forget(through rev: UInt64) {
    guard rev >= first, rev < next &- 1 else { return }
    byteCount &-= bytes(before: rev &+ 1)
    first = rev &+ 1
    full.removeAll { $0.piece.end <= first }
  }

  /// Bytes of the lines that are kept of revs before this one.
  private func bytes(before rev: UInt64) -> Int {
    full.reduce(last.bytes(first..<max(first, rev))) {
      $0 &+ $1.piece.bytes(first..<max(first, rev))
    }
  }

  /// Who pays for the event of a rev, and its bytes.
  func charge(of rev: UInt64) -> Session.Charge {
    find(rev) { Session.Charge(uid: $0.mark($1).sender, bytes: $0.range($1).count) }
      ?? Session.Charge(uid: StoredBytes.nobody, bytes: 0)
  }

  /// When the event of a rev was made, in Unix milliseconds; nil where it is not kept.
  func time(of rev: UInt64) -> Int64? { find(rev) { $0.mark($1).at } }

  /// Appends the lines of the revs that are kept of a range, each with its `\n`.
  func write(_ range: ClosedRange<UInt64>, into out: inout Bytes) {
    guard let revs, revs.overlaps(range) else { return }
    let wanted = range.clamped(to: revs)
    var rev = wanted.lowerBound
    while rev <= wanted.upperBound {
      let next = find(rev) { piece, _ in
        let end = min(wanted.upperBound &+ 1, piece.end)
        out.append(piece.lines, piece.range(rev).lowerBound..<piece.range(end &- 1).upperBound)
        return end
      }
      guard let next else { return }
      rev = next
    }
  }

  /// Appends an event's line with its `\n`, but for so many bytes at its start.
  func write(_ rev: UInt64, from offset: Int, into out: inout Bytes) {
    find(rev) { out.append($0.lines, $0.range($1).dropFirst(offset)) }
  }

  /// How many bytes at its start an event's line has in common with the one before, `\n` left out; none
  /// where that is not kept, or in another piece.
  func shared(_ rev: UInt64) -> Int {
    guard rev > first else { return 0 }
    return find(rev) { $0.shared($1) } ?? 0
  }

  /// Parses an event's line; nil where it is not kept.
  func parse<R>(_ rev: UInt64, _ body: (borrowing Document) -> R) -> R? {
    var json = Document()
    let isRead = find(rev) { piece, rev in
      piece.lines.withSpan(piece.range(rev)) {
        (try? json.parse($0, maximumDepth: 128)) != nil
      }
    }
    return isRead == true ? body(json) : nil
  }

  /// Whether an event's line has these bytes at an offset.
  func has(_ bytes: [UInt8], at offset: Int, of rev: UInt64) -> Bool {
    find(rev) { piece, rev in
      let range = piece.range(rev)
      guard offset &+ bytes.count <= range.count else { return false }
      let start = range.lowerBound &+ offset
      return piece.lines.withSpan(start..<start &+ bytes.count) { $0.isEqual(to: bytes.span) }
    } ?? false
  }

  /// Shows the piece that has an event; nil where it is not kept.
  @discardableResult
  private func find<R>(_ rev: UInt64, _ body: (borrowing EventPiece, UInt64) -> R) -> R? {
    guard let revs, revs.contains(rev) else { return nil }
    if rev >= last.first { return body(last, rev) }
    guard let place = full.lastIndex(where: { $0.piece.first <= rev }) else { return nil }
    return body(full[place].piece, rev)
  }
}
