import JSON

/// Neighbouring events of a log in one block of memory.
struct EventPiece: ~Copyable {
  /// Where an event ends, and when it was made.
  struct Mark {
    /// Bytes from the start of the piece to the end of the line.
    var end: Int
    /// Unix milliseconds.
    var at: Int64
    /// Who pays for it until it is acked.
    var sender: UInt32
  }

  /// The rev of its first event.
  let first: UInt64
  private(set) var lines: Bytes
  private let capacity: Int
  private var marks: [Mark] = []

  /// Makes a piece for so many bytes of lines.
  init(first: UInt64, capacity: Int) {
    (self.first, self.capacity) = (first, capacity)
    lines = Bytes(capacity: capacity)
  }

  var isEmpty: Bool { marks.isEmpty }

  /// The rev behind its last one.
  var end: UInt64 { first &+ UInt64(marks.count) }

  func hasRoom(for size: Int) -> Bool { size <= capacity &- lines.count }

  /// Adds an event.
  mutating func append(_ line: Span<UInt8>, at: Int64, sender: UInt32) {
    lines.append(line)
    marks.append(Mark(end: lines.count, at: at, sender: sender))
  }

  /// What is noted of an event.
  ///
  /// - Precondition: The piece has it; so of the other functions that take a rev.
  func mark(_ rev: UInt64) -> Mark { marks[Int(rev &- first)] }

  /// Where an event's line is in the lines.
  func range(_ rev: UInt64) -> Range<Int> {
    let index = Int(rev &- first)
    return (index == 0 ? 0 : marks[index - 1].end)..<marks[index].end
  }

  /// How many bytes the lines have that are here of a range of revs.
  func bytes(_ revs: Range<UInt64>) -> Int {
    let here = revs.clamped(to: first..<end)
    guard !here.isEmpty else { return 0 }
    return range(here.upperBound &- 1).upperBound &- range(here.lowerBound).lowerBound
  }

  /// How many bytes at its start an event's line has in common with the one before it here, `\n` left out.
  func shared(_ rev: UInt64) -> Int {
    guard rev > first else { return 0 }
    let (one, other) = (range(rev &- 1), range(rev))
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
}
