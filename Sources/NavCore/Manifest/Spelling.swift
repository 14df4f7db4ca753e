internal import JSON

/// Guesses what somebody meant who wrote a name that does not exist.
enum Spelling {
  /// `did you mean 'x'?`, or the list of what there is.
  static func suggestion(for name: Text, among names: [Text], what: String) -> String {
    if let closest = closest(to: name, among: names) { return "did you mean '\(closest.string)'?" }
    return switch names.count {
    case 0: "there are no \(what)"
    case 1: "there is only \(list(names))"
    default: "the \(what) are \(list(names))"
    }
  }

  /// The names between ticks; of many the first twelve.
  static func list(_ names: [Text]) -> String {
    let shown = names.prefix(12).map { quoted($0) }.joined(separator: ", ")
    return names.count > 12 ? shown + " and \(names.count - 12) more" : shown
  }

  /// The name of the least edit distance, at most a third of its length, without regard to case;
  /// else one that begins like it.
  static func closest(to name: Text, among names: [Text]) -> Text? {
    let wanted = folded(name)
    guard wanted.count <= 128 else { return nil }
    var best: (name: Text, distance: Int)?
    for candidate in names where candidate.count <= 128 {
      let distance = distance(wanted, folded(candidate))
      let length = max(wanted.count, candidate.count)
      guard distance <= max(1, length / 3), distance < length else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if let best { return best.name }
    return names.first { candidate in
      let other = folded(candidate)
      return min(wanted.count, other.count) > 2
        && (wanted.starts(with: other) || other.starts(with: wanted))
    }
  }

  private static func folded(_ text: Text) -> [UInt8] {
    text.bytes.map { ASCII.lower($0) }
  }

  /// Edits of one byte (put in, taken out, changed, or swapped with its neighbour) between the two.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before = Array(repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = Array(repeating: row + 1, count: right.count + 1)
      for column in right.indices {
        let changed = previous[column] + (left[row] == right[column] ? 0 : 1)
        current[column + 1] = min(changed, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          current[column + 1] = min(current[column + 1], before[column - 1] + 1)
        }
      }
      (before, previous) = (previous, current)
    }
    return previous[right.count]
  }
}

/// Byte tests of ASCII.
enum ASCII {
  static func lower(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  static func lower(_ text: Text) -> Text { Text(text.bytes.map { lower($0) }) }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func isAlpha(_ byte: UInt8) -> Bool {
    let low = byte | 0x20
    return low >= 0x61 && low <= 0x7A
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isAlpha(byte) }
}
