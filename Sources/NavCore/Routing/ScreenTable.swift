import JSON

/// The screens of all apps with their params, flat: what resolution needs of them, and no more.
struct ScreenTable: ~Copyable, Sendable {
  struct Row: BitwiseCopyable {
    var firstParam: Int32
    var paramCount: UInt16
    var rejectsUnknownParams: Bool
    var origins: OriginSet
  }

  struct ParamRow: BitwiseCopyable {
    /// The types whose values are made here; all else is ``ParamConversion``'s.
    enum Kind: UInt8 { case string, int, bool, other }
    /// The number of its name.
    var name: Int32
    /// The number of its default; -1: none.
    var fallback: Int32
    var kind: Kind
    var isRequired: Bool
    var usesDefaultWhenInvalid: Bool
  }

  struct Piece: BitwiseCopyable {
    var start: Int32
    var end: Int32
    var range: Range<Int> { Int(start)..<Int(end) }
  }

  private(set) var rows = Table<Row>()
  private(set) var params = Table<ParamRow>()
  /// The bytes of names and defaults.
  private(set) var text: [UInt8] = []
  /// Where the names of params stand in it, each once.
  private var names = Table<Piece>()
  private var fallbacks = Table<Piece>()
  /// Where the rows of each app begin.
  private var starts = Table<Int32>()
  private var numbers = TextTable()

  init(_ manifests: [Manifest]) {
    for manifest in manifests {
      starts.append(Int32(truncatingIfNeeded: rows.count))
      for screen in manifest.screens { append(screen) }
    }
  }

  /// The table of one screen.
  init(_ screen: Screen) {
    starts.append(0)
    append(screen)
  }

  private mutating func append(_ screen: Screen) {
    rows.append(
      Row(
        firstParam: Int32(truncatingIfNeeded: params.count),
        paramCount: UInt16(truncatingIfNeeded: screen.params.count),
        rejectsUnknownParams: screen.rejectsUnknownParams, origins: screen.origins))
    for param in screen.params {
      var fallback: Int32 = -1
      if let text = param.fallback {
        fallback = Int32(truncatingIfNeeded: fallbacks.count)
        fallbacks.append(piece(text))
      }
      let next = Int32(truncatingIfNeeded: names.count)
      let name = numbers.value(0, param.name, orInsert: next)
      if name == next { names.append(piece(param.name)) }
      params.append(
        ParamRow(
          name: name, fallback: fallback, kind: ScreenTable.kind(param),
          isRequired: param.required, usesDefaultWhenInvalid: param.usesDefaultWhenInvalid))
    }
  }

  private mutating func piece(_ added: Text) -> Piece {
    let start = Int32(truncatingIfNeeded: text.count)
    text += added.bytes
    return Piece(start: start, end: Int32(truncatingIfNeeded: text.count))
  }

  /// Where a param's name stands in ``text``.
  @inline(__always) func name(_ param: ParamRow) -> Range<Int> { names[Int(param.name)].range }

  /// Where a param's default stands in ``text``; nil where it has none.
  @inline(__always) func fallback(_ param: ParamRow) -> Range<Int>? {
    param.fallback < 0 ? nil : fallbacks[Int(param.fallback)].range
  }

  private static func kind(_ param: Param) -> ParamRow.Kind {
    guard param.minimum == nil, param.maximum == nil, param.maximumLength == nil else {
      return .other
    }
    switch param.kind {
    case .string: return .string
    case .int: return .int
    case .bool: return .bool
    case .float, .url, .enum, .list, .json: return .other
    }
  }

  /// The row of a screen of an app.
  @inline(__always) func row(_ app: Int, _ screen: Int) -> Row { rows[Int(starts[app]) + screen] }

  /// The number of a name, -1 for one that no param has.
  @inline(__always) func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int32 {
    numbers.value(0, text, range)
  }

  /// Whether a screen has a param of this name.
  func has(_ row: Row, _ name: Text) -> Bool { position(row, numbers.value(0, name)) >= 0 }

  /// The position of a param of a screen by the number of its name; -1: it has none.
  @inline(__always) func position(_ row: Row, _ name: Int32) -> Int {
    guard name >= 0 else { return -1 }
    for position in 0..<Int(row.paramCount)
    where params[Int(row.firstParam) &+ position].name == name {
      return position
    }
    return -1
  }
}
