public import JSON

/// The values that were found, converted.
extension ScreenTable {
  /// Converts what was found, in the order of the declaration.
  ///
  /// - Parameters:
  ///   - link: The link whose pieces were taken; ``Link/none`` where there is none.
  ///   - screen: The screen itself, asked only where a value is not of the plainest kind, or wrong.
  /// - Throws: `param_invalid`, `param_missing` or `param_unknown`, with the place.
  func params(
    _ filling: borrowing ParamFilling, _ link: Link, _ given: ParamGiven, _ screen: () -> Screen
  ) throws(Refusal) -> Params {
    try Bytes.withTemporary(capacity: filling.size) { out throws(Refusal) in
      if let delivery = given.delivery {
        try delivery.withTexts { texts throws(Refusal) in
          try write(filling, link, given.items, texts, screen, into: &out)
        }
      } else {
        try write(filling, link, given.items, Span(), screen, into: &out)
      }
      return Params(written: out)
    }
  }

  private func write(
    _ filling: borrowing ParamFilling, _ link: Link, _ items: [Params.Item],
    _ fields: Span<UInt8>, _ screen: () -> Screen, into made: inout Bytes
  ) throws(Refusal) {
    for position in 0..<Int(filling.row.paramCount) {
      let param = params[Int(filling.row.firstParam) &+ position]
      let slot = filling.slots[position]
      if appendMade(param, slot, link, items, fields, &made) { continue }
      try append(param, &made) { () throws(Refusal) in
        let screen = screen()
        let declared = screen.params[position]
        switch slot.source {
        case .nothing: throw ScreenTable.missing(declared.name, screen)
        case .item:
          return try ParamConversion.convert(
            encoded: items[Int(slot.capture.start)].value, to: declared)
        case .field:
          let value = Text(copying: fields.extracting(slot.capture.range))
          return try ParamConversion.convert(encoded: value, to: declared)
        case .path:
          return try ParamConversion.convert(texts: link.texts(slot.capture), to: declared)
        case .query:
          let texts = self.queryTexts(link, filling.row, param.name)
          return try ParamConversion.convert(texts: texts, to: declared)
        }
      }
    }
    if filling.row.rejectsUnknownParams, let first = filling.dropped.first {
      throw ScreenTable.unknown(first, screen())
    }
  }

  /// Adds a value that is certainly what it converts to, or the default; false where there is none.
  @inline(__always)
  private func appendMade(
    _ param: ParamRow, _ slot: ParamFilling.Slot, _ link: Link, _ items: [Params.Item],
    _ fields: Span<UInt8>, _ made: inout Bytes
  ) -> Bool {
    switch slot.source {
    case .nothing: return appendFallback(param, &made) || !param.isRequired
    case .item:
      let value = items[Int(slot.capture.start)].value
      return value.withSpan { append(param, ifMade: $0, isCanonical: false, &made) }
    case .field:
      return append(
        param, ifMade: fields.extracting(slot.capture.range), isCanonical: true, &made)
    case .path, .query:
      return PlainValue.append(
        param, text.span.extracting(name(param)),
        link.text.span.extracting(link.scalar(slot.capture)), into: &made)
    }
  }

  @inline(__always)
  private func append(
    _ param: ParamRow, ifMade value: Span<UInt8>, isCanonical: Bool, _ made: inout Bytes
  ) -> Bool {
    guard PlainValue.isMade(param.kind, value, isCanonical: isCanonical) else { return false }
    append(param, value, &made)
    return true
  }

  /// Adds the default of a param; false where it has none.
  private func appendFallback(_ param: ParamRow, _ made: inout Bytes) -> Bool {
    guard let fallback = fallback(param) else { return false }
    append(param, text.span.extracting(fallback), &made)
    return true
  }

  private func append(_ param: ParamRow, _ value: Span<UInt8>, _ made: inout Bytes) {
    Params.write(
      text.span.extracting(name(param)), isPlain: param.hasPlainName, value, into: &made)
  }

  /// Adds a converted value, or the default of a param that says so.
  private func append(
    _ param: ParamRow, _ made: inout Bytes, _ value: () throws(Refusal) -> Text
  ) throws(Refusal) {
    do throws(Refusal) {
      let converted = try value()
      converted.withSpan { append(param, $0, &made) }
    } catch {
      if param.usesDefaultWhenInvalid, appendFallback(param, &made) { return }
      var refusal = error
      if refusal.at.isEmpty {
        let name = Text(copying: text.span.extracting(name(param)))
        refusal.at = Text("/params/\(name.string)")
      }
      throw refusal
    }
  }

  /// All values of the query keys that name a param.
  private func queryTexts(_ link: Link, _ row: Row, _ param: Int32) -> [Text] {
    var texts: [Text] = []
    var place = link.query.start
    while let (name, value) = link.query.pair(link.text.span, &place) {
      if number(link.text.span, name) == param { texts.append(link.piece(value)) }
    }
    return texts
  }

  private static func missing(_ name: Text, _ screen: Screen) -> Refusal {
    Refusal(
      .param_missing,
      "screen '\(screen.name.string)' needs the param '\(name.string)'; give it a value",
      at: Text("/params/\(name.string)"))
  }

  private static func unknown(_ name: Text, _ screen: Screen) -> Refusal {
    Refusal(
      .param_unknown,
      "screen '\(screen.name.string)' does not declare the param \(quoted(name)); remove it or "
        + "declare it", at: Text("/params/\(name.string)"))
  }

  /// Whether a captured path param converts; where one does not, its pattern does not match.
  func converts(
    _ capture: Capture, _ param: ParamRow, _ link: Link, _ declared: () -> Param
  ) -> Bool {
    if PlainValue.isValid(param.kind, link.text.span.extracting(link.scalar(capture))) {
      return true
    }
    if param.usesDefaultWhenInvalid { return true }
    do throws(Refusal) {
      _ = try ParamConversion.convert(texts: link.texts(capture), to: declared())
      return true
    } catch {
      return false
    }
  }
}

extension Link {
  /// The one piece that a param of one value takes of a capture: the first.
  func scalar(_ capture: Capture) -> Range<Int> {
    guard capture.isRun else { return capture.range }
    let end = path.end(text.span, from: Int(capture.start))
    return Int(capture.start)..<min(end, Int(capture.end))
  }

  /// The pieces of a capture.
  func texts(_ capture: Capture) -> [Text] {
    capture.isRun ? pieces(capture.range) : [piece(capture.range)]
  }
}

extension ParamConversion {
  /// Converts a value that is kept as encoded JSON.
  static func convert(encoded: Text, to param: Param) throws(Refusal) -> Text {
    let bytes = encoded.bytes
    if bytes.count >= 2, bytes[0] == UInt8(ascii: "\""), !bytes.contains(UInt8(ascii: "\\")) {
      return try convert(text: Text(Array(bytes[1..<(bytes.count - 1)])), to: param)
    }
    var document = Document()
    do throws(JSONError) {
      try document.parse(bytes)
    } catch {
      throw Refusal(
        .param_invalid, "param '\(param.name.string)' is no JSON value",
        at: Text("/params/\(param.name.string)"))
    }
    return try convert(json: document, document.root, to: param)
  }
}

extension Screen {
  /// Params that a client gave for this screen, checked and completed.
  ///
  /// - Throws: `param_invalid`, `param_missing` or `param_unknown`.
  public func checked(_ given: Params, dropped: inout [Text]) throws(Refusal) -> Params {
    let table = ScreenTable(self)
    var filling = ParamFilling(table.row(0, 0), dropped: dropped)
    let given = ParamGiven(items: given.items)
    filling.take(given, table, quiet: [])
    dropped = filling.dropped
    return try table.params(filling, .none, given) { self }
  }
}
