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
    enum Kind: UInt8 { case string, int, bool, web, other }
    /// The number of its name.
    var name: Int32
    /// The number of its default; -1: none.
    var fallback: Int32
    var kind: Kind
    var isRequired: Bool
    /// Whether the name is the same within a JSON string.
    var hasPlainName: Bool
    var usesDefaultWhenInvalid: Bool
  }

  struct Piece: BitwiseCopyable {
    var start: Int32
    var end: Int32
    var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// What ``numbers`` has numbers for.
  private enum Scope {
    static let name: Int32 = 0
    static let fallback: Int32 = 1
    /// A list of params; its number is the place of the first.
    static let list: Int32 = 2
  }

  private(set) var rows = Table<Row>()
  /// The lists of params; screens whose lists are equal share one.
  private(set) var params = Table<ParamRow>()
  /// The keys of their names.
  private var keys = Table<TextKey>()
  /// The bytes of names and defaults.
  private(set) var text: [UInt8] = []
  /// Where names and defaults stand in it, each once.
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
    for param in screen.params { append(row(param), param) }
    append(screen, params: 0)
  }

  private mutating func append(_ screen: Screen) {
    let first = Int32(truncatingIfNeeded: params.count)
    let made = screen.params.map { row($0) }
    let shape = numbers.value(Scope.list, ScreenTable.key(made), orInsert: first)
    if shape == first {
      for (row, param) in zip(made, screen.params) { append(row, param) }
    }
    append(screen, params: shape)
  }

  private mutating func append(_ row: ParamRow, _ param: Param) {
    params.append(row)
    keys.append(param.name.withSpan { TextKey($0, 0..<$0.count) })
  }

  private mutating func append(_ screen: Screen, params first: Int32) {
    rows.append(
      Row(
        firstParam: first, paramCount: UInt16(truncatingIfNeeded: screen.params.count),
        rejectsUnknownParams: screen.rejectsUnknownParams, origins: screen.origins))
  }

  private mutating func row(_ param: Param) -> ParamRow {
    var fallback: Int32 = -1
    if let text = param.fallback {
      let next = Int32(truncatingIfNeeded: fallbacks.count)
      fallback = numbers.value(Scope.fallback, text, orInsert: next)
      if fallback == next { fallbacks.append(piece(text)) }
    }
    let next = Int32(truncatingIfNeeded: names.count)
    let name = numbers.value(Scope.name, param.name, orInsert: next)
    if name == next { names.append(piece(param.name)) }
    return ParamRow(
      name: name, fallback: fallback, kind: ScreenTable.kind(param), isRequired: param.required,
      hasPlainName: param.name.withSpan { $0.isPlain },
      usesDefaultWhenInvalid: param.usesDefaultWhenInvalid)
  }

  /// All of a list of params, so that screens with equal lists share one.
  private static func key(_ params: [ParamRow]) -> Text {
    var bytes: [UInt8] = []
    for param in params {
      for shift in [0, 8, 16, 24] {
        bytes.append(UInt8(truncatingIfNeeded: param.name >> shift))
        bytes.append(UInt8(truncatingIfNeeded: param.fallback >> shift))
      }
      bytes.append(
        param.kind.rawValue | (param.isRequired ? 0x10 : 0)
          | (param.usesDefaultWhenInvalid ? 0x20 : 0))
    }
    return Text(bytes)
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
    case .url: return param.schemes.isEmpty && param.hosts.isEmpty ? .web : .other
    case .float, .enum, .list, .json: return .other
    }
  }

  /// The row of a screen of an app.
  @inline(__always) func row(_ app: Int, _ screen: Int) -> Row { rows[Int(starts[app]) + screen] }

  /// The number of a name, -1 for one that no param has.
  @inline(__always) func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int32 {
    numbers.value(Scope.name, text, range)
  }

  /// Whether a screen has a param of this name.
  func has(_ row: Row, _ name: Text) -> Bool {
    name.withSpan { position(row, $0, 0..<$0.count) } >= 0
  }

  /// The position of a param of a screen by its name; -1: it has none.
  ///
  /// A few are looked through as they stand; only for more is the name looked up first.
  @inline(__always) func position(_ row: Row, _ text: Span<UInt8>, _ name: Range<Int>) -> Int {
    let first = Int(row.firstParam)
    let count = Int(row.paramCount)
    guard count <= 8 else {
      let number = number(text, name)
      return number < 0 ? -1 : position(first, count) { params[$0].name == number }
    }
    let key = TextKey(text, name)
    return position(first, count) { place in
      keys[place] == key
        && (key.isWhole
          || text.extracting(name).isEqual(to: self.text.span.extracting(self.name(params[place]))))
    }
  }

  @inline(__always)
  private func position(_ first: Int, _ count: Int, _ isWanted: (Int) -> Bool) -> Int {
    for position in 0..<count where isWanted(first &+ position) { return position }
    return -1
  }
}
