/// Matches parts without regular expressions, in time linear in parts times bytes.
///
/// The standard defines matching by one regular expression per component; this gives the same
/// groups without backtracking. From the last part to the first it notes at which bytes the rest
/// can match, then walks forward and takes, at each choice, what the expression would prefer:
/// `[^/]+?` the least, `.*` and every modifier the most.
struct WildcardMatcher {
  private let parts: [PatternPart]
  private let subject: [UInt8]
  private let delimiter: UInt8?
  private let ignoresCase: Bool
  /// For each part and place: whether this part and the rest can match from there.
  private var rest: [[Bool]]
  /// For each repeated part and place: whether it can go on or end after a repetition there.
  private var repeated: [[Bool]]

  /// The groups in the order of the parts; nil where the parts do not match all of `subject`.
  static func match(
    _ parts: [PatternPart], _ options: PatternOptions, _ subject: [UInt8]
  ) -> [Range<Int>?]? {
    var matcher = WildcardMatcher(parts, options, subject)
    for index in parts.indices.reversed() { matcher.prepare(index) }
    return matcher.rest[0][0] ? matcher.collect() : nil
  }

  private init(_ parts: [PatternPart], _ options: PatternOptions, _ subject: [UInt8]) {
    self.parts = parts
    self.subject = subject
    delimiter = options.delimiter
    ignoresCase = options.ignoresCase
    rest = Array(
      repeating: Array(repeating: false, count: subject.count + 1), count: parts.count + 1)
    rest[parts.count][subject.count] = true
    repeated = Array(repeating: [], count: parts.count)
  }

  /// Where `text` ends if it is at `place`.
  private func end(of text: [UInt8], at place: Int) -> Int? {
    guard place + text.count <= subject.count else { return nil }
    for (index, byte) in text.enumerated() {
      let other = subject[place + index]
      if byte == other { continue }
      guard ignoresCase, byte.lowercased == other.lowercased else { return nil }
    }
    return place + text.count
  }

  /// Notes from which bytes a group's text can reach one of `ends`.
  private func starts(_ part: PatternPart, reaching ends: [Bool]) -> [Bool] {
    var out = ends
    if part.kind == .segmentWildcard { out[subject.count] = false }
    for place in subject.indices.reversed() {
      if part.kind == .fullWildcard {
        out[place] = ends[place] || out[place + 1]
      } else {
        out[place] = subject[place] != delimiter && (ends[place + 1] || out[place + 1])
      }
    }
    return out
  }

  private func repeats(_ part: PatternPart) -> Bool {
    part.modifier == .zeroOrMore || part.modifier == .oneOrMore
  }

  private mutating func prepare(_ index: Int) {
    let part = parts[index]
    let next = rest[index + 1]
    if part.kind == .fixedText { return prepareText(index, part, next) }
    if repeats(part), part.prefix.isEmpty, part.suffix.isEmpty {
      var here = starts(part, reaching: next)
      if part.modifier == .zeroOrMore {
        for place in here.indices where next[place] { here[place] = true }
      }
      rest[index] = here
      return
    }
    var ends = [Bool](repeating: false, count: subject.count + 1)
    for place in ends.indices {
      if let after = end(of: part.suffix, at: place), next[after] { ends[place] = true }
    }
    if repeats(part) { ends = prepareRepetition(part, ends) }
    repeated[index] = ends
    let starts = starts(part, reaching: ends)
    for place in ends.indices {
      let begin = end(of: part.prefix, at: place)
      let skips = part.modifier == .optional || part.modifier == .zeroOrMore
      rest[index][place] = (begin.map { starts[$0] } ?? false) || (skips && next[place])
    }
  }

  private mutating func prepareText(_ index: Int, _ part: PatternPart, _ next: [Bool]) {
    let skips = part.modifier == .optional || part.modifier == .zeroOrMore
    for place in next.indices.reversed() {
      var holds = skips && next[place]
      if let after = end(of: part.value, at: place), after > place {
        holds = holds || next[after] || (repeats(part) && rest[index][after])
      }
      rest[index][place] = holds
    }
  }

  /// Adds to `ends` where a repetition may end because another can follow.
  private func prepareRepetition(_ part: PatternPart, _ ends: [Bool]) -> [Bool] {
    var ends = ends
    var starts = [Bool](repeating: false, count: subject.count + 1)
    for place in ends.indices.reversed() {
      if let after = end(of: part.suffix + part.prefix, at: place), after > place {
        ends[place] = ends[place] || starts[after]
      }
      if part.kind == .fullWildcard {
        starts[place] = ends[place] || (place < subject.count && starts[place + 1])
      } else if place < subject.count, subject[place] != delimiter {
        starts[place] = ends[place + 1] || starts[place + 1]
      }
    }
    return ends
  }

  /// Where the group's text from `start` ends: at the first or the last of `ends` that it reaches.
  private func choose(_ part: PatternPart, _ start: Int, _ ends: [Bool], least: Bool) -> Int? {
    var chosen: Int?
    var place = part.kind == .fullWildcard ? start : start + 1
    while place <= subject.count {
      if part.kind == .segmentWildcard, subject[place - 1] == delimiter { break }
      if ends[place] {
        chosen = place
        if least { break }
      }
      place += 1
    }
    return chosen
  }

  private func collect() -> [Range<Int>?]? {
    var groups: [Range<Int>?] = []
    var place = 0
    for (index, part) in parts.enumerated() {
      let next = rest[index + 1]
      if part.kind == .fixedText {
        while let after = end(of: part.value, at: place), after > place,
          next[after] || (repeats(part) && rest[index][after])
        {
          place = after
          if !repeats(part) { break }
        }
        continue
      }
      let least = part.kind == .segmentWildcard
      if repeats(part), part.prefix.isEmpty, part.suffix.isEmpty {
        let end = choose(part, place, next, least: false) ?? place
        groups.append(place..<end)
        place = end
        continue
      }
      guard let start = end(of: part.prefix, at: place),
        var end = choose(part, start, repeated[index], least: least)
      else {
        groups.append(nil)
        continue
      }
      if repeats(part) {
        while let again = self.end(of: part.suffix + part.prefix, at: end),
          let further = choose(part, again, repeated[index], least: least)
        {
          end = further
        }
      }
      groups.append(start..<end)
      place = end + part.suffix.count
    }
    return place == subject.count ? groups : nil
  }
}
