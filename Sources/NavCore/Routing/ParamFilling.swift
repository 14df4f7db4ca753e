import JSON

/// Finds a value for each param of a screen: what is taken first is stronger.
struct ParamFilling: ~Copyable {
  /// Where the value of a param is found.
  struct Slot: BitwiseCopyable {
    enum Source: UInt8 { case nothing, path, query, item, field }
    var source = Source.nothing
    /// The bytes in the link's text, the number of an item, or the bytes in the payload's texts.
    var capture = Capture.none
  }

  let row: ScreenTable.Row
  private(set) var slots: Few<Slot>
  /// Bytes that the params need, or a few more.
  private(set) var size: Int
  /// Names that are no params, each once.
  private(set) var dropped: [Text]
  private var droppedSet: Set<Text> = []

  init(_ row: ScreenTable.Row, dropped: [Text] = []) {
    self.row = row
    self.dropped = dropped
    slots = Few(repeating: Slot(), count: Int(row.paramCount))
    size = Int(row.paramCount) &* 32
  }

  /// Takes what a pattern captured.
  mutating func take(
    _ captures: borrowing Few<Capture>, of pattern: LinkTable.Row, _ links: borrowing LinkTable
  ) {
    for number in 0..<captures.count where captures[number].isThere {
      put(.path, captures[number], links.param(pattern, number))
    }
  }

  /// Takes a query; the keys of its pattern's constraints, and names that are quiet, are not reported.
  mutating func take(
    queryOf link: Link, _ table: borrowing ScreenTable, _ links: borrowing LinkTable,
    _ pattern: LinkTable.Row, quiet: [Text]
  ) {
    let text = link.text.span
    var position = link.query.start
    while let (name, value) = link.query.pair(text, &position) {
      let param = table.position(row, text, name)
      if param >= 0 {
        put(.query, Capture(value), param)
      } else if !links.isKey(text, name, of: pattern) {
        drop(Text(copying: text.extracting(name)), quiet)
      }
    }
  }

  /// Takes what is given beside the link.
  mutating func take(_ given: ParamGiven, _ table: borrowing ScreenTable, quiet: [Text]) {
    for number in given.items.indices {
      let name = given.items[number].name
      let param = name.withSpan { table.position(row, $0, 0..<$0.count) }
      if param >= 0 {
        put(.item, Capture(number..<number), param)
      } else {
        drop(name, quiet)
      }
    }
    given.delivery?.fields { record, texts in
      let param = table.position(row, texts, record.first)
      if param >= 0 {
        put(.field, Capture(record.second), param)
      } else if record.kind == .field {
        drop(
          Text(copying: texts.extracting(record.first)), quiet + (given.delivery?.usedNames ?? []))
      }
      return true
    }
  }

  private mutating func put(_ source: Slot.Source, _ capture: Capture, _ param: Int) {
    guard param >= 0, param < slots.count,
      slots.fill(param, Slot(source: source, capture: capture), where: { $0.source == .nothing })
    else { return }
    size &+= capture.range.count
  }

  private mutating func drop(_ name: Text, _ quiet: [Text]) {
    guard !quiet.contains(name) else { return }
    if dropped.count < 16 {
      if dropped.contains(name) { return }
    } else {
      if droppedSet.isEmpty { droppedSet = Set(dropped) }
      guard droppedSet.insert(name).inserted else { return }
    }
    dropped.append(name)
  }
}
