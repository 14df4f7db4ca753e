internal import JSON

extension Rule {
  /// Whether this rule wins where a payload satisfies both: it asks more, or as much but more values
  /// where the other asks only that something is there.
  public func precedes(_ other: Rule) -> Bool {
    if when.count != other.when.count { return when.count > other.when.count }
    return valueCount > other.valueCount
  }

  private var valueCount: Int {
    when.reduce(0) { count, condition in
      if case .equals = condition.constraint { count + 1 } else { count }
    }
  }

  /// Whether no value satisfies this rule and another one.
  func excludes(_ other: Rule) -> Bool {
    when.contains { mine in
      other.when.contains { theirs in
        Rule.exclude(mine, theirs) || Rule.exclude(theirs, mine)
      }
    }
  }

  private typealias Condition = (pointer: JSONPointer, constraint: Constraint)

  /// Whether what the outer condition asks leaves nothing for the one at or below it.
  private static func exclude(_ outer: Condition, _ inner: Condition) -> Bool {
    guard inner.pointer.tokens.starts(with: outer.pointer.tokens) else { return false }
    let isSame = inner.pointer == outer.pointer
    switch (outer.constraint, inner.constraint) {
    case (.exists(false), .equals), (.exists(false), .exists(true)): return true
    case (.equals(let one), .equals(let two)): return !isSame || one != two
    case (.equals, .exists(true)): return !isSame
    default: return false
    }
  }
}
