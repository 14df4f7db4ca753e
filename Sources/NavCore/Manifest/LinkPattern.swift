public import JSON

/// A link of a screen: a URL Pattern with constraints on query and fragment.
public struct LinkPattern: Sendable {
  /// The pattern's text: scheme, host and path in URL Pattern syntax.
  public var pattern: Text
  /// Query keys and the values they must have.
  public var query: [(key: Text, value: Text)] = []
  /// The fragment that it must have.
  public var fragment: Text?
  /// Decides between patterns that are equal in everything else; greater wins.
  public var priority = 0
  /// Who may open it; a subset of the screen's.
  public var origins: OriginSet = .all
  /// Where it stands in the file.
  public var place: Place = Place(line: 0, column: 0)
  /// The compiled pattern, once the loader has it.
  var variants: [PatternVariant]?

  /// Makes a link of a pattern.
  public init(pattern: Text) { self.pattern = pattern }
}

/// A payload rule of a screen.
public struct Rule: Sendable {
  /// What is asked of the value at a pointer.
  public enum Constraint: Sendable, Equatable {
    /// It is this value, as encoded JSON.
    case equals(Text)
    /// It is there (or is not).
    case exists(Bool)
  }

  /// Where a param's value comes from.
  public enum Source: Sendable, Equatable {
    /// The value at a pointer.
    case pointer(JSONPointer)
    /// This value, as encoded JSON.
    case constant(Text)
  }

  /// The constraints, all of which must hold.
  public var when: [(pointer: JSONPointer, constraint: Constraint)] = []
  /// The params it fills.
  public var params: [(name: Text, source: Source)] = []
  /// A pointer to a URL that is resolved instead.
  public var link: JSONPointer?
  /// The methods it calls.
  public var calls: [Text] = []
  /// Where it stands in the file.
  public var place: Place = Place(line: 0, column: 0)

  /// Makes a rule without constraints.
  public init() {}
}

/// A place in a text file, both counted from 1; the column counts Unicode scalars.
public struct Place: Sendable, Equatable {
  /// The line.
  public var line: Int
  /// The column.
  public var column: Int
  /// Makes a place.
  public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
}
