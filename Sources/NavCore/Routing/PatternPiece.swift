import JSON
import URLStandard

/// Compiles one piece of a pattern's path.
enum PatternPiece {
  static func compile(
    _ piece: ArraySlice<UInt8>, of link: LinkPattern, _ screen: Screen
  ) throws(Refusal) -> SegmentPattern {
    if piece.elementsEqual("*".utf8) { return SegmentPattern(kind: .wildcard) }
    if let simple = try param(piece, of: link, screen) { return simple }
    let special = Array("():*{}\\".utf8)
    guard piece.contains(where: { special.contains($0) }) else {
      return SegmentPattern(kind: .literal(Text(decoded(piece))))
    }
    return try general(piece, of: link, screen)
  }

  /// `:name` with an optional modifier; nil for another form.
  private static func param(
    _ piece: ArraySlice<UInt8>, of link: LinkPattern, _ screen: Screen
  ) throws(Refusal) -> SegmentPattern? {
    guard piece.first == UInt8(ascii: ":") else { return nil }
    var name = Array(piece.dropFirst())
    let modifier = name.last
    switch modifier {
    case UInt8(ascii: "?"), UInt8(ascii: "+"), UInt8(ascii: "*"): name.removeLast()
    default: break
    }
    guard !name.isEmpty, name.allSatisfy(isNameByte) else { return nil }
    let text = Text(name)
    let index = try declared(text, of: link, screen)
    let constrained = screen.params[index].kind != .string
    switch modifier {
    case UInt8(ascii: "?"): return SegmentPattern(kind: .optional(text), isConstrained: constrained)
    case UInt8(ascii: "+"): return SegmentPattern(kind: .oneOrMore(text))
    case UInt8(ascii: "*"): return SegmentPattern(kind: .anyNumber(text))
    default: return SegmentPattern(kind: .param(text), isConstrained: constrained)
    }
  }

  private static func general(
    _ piece: ArraySlice<UInt8>, of link: LinkPattern, _ screen: Screen
  ) throws(Refusal) -> SegmentPattern {
    let component: PatternComponent
    do throws(URLPatternError) {
      component = try PatternComponent.pathname([UInt8(ascii: "/")] + piece)
    } catch {
      throw Refusal(
        .bad_link, "pattern \(quoted(link.pattern)): \(error)", offset: piece.startIndex)
    }
    let segment = SegmentPattern(
      kind: .pattern(component, text: Text(Array(piece))), isConstrained: true)
    for name in segment.names { _ = try declared(name, of: link, screen) }
    return segment
  }

  private static func declared(
    _ name: Text, of link: LinkPattern, _ screen: Screen
  ) throws(Refusal) -> Int {
    guard let index = screen.param(named: name) else {
      throw Refusal(
        .bad_link,
        "pattern \(quoted(link.pattern)) fills \(quoted(name)), which '\(screen.name.string)' "
          + "does not declare; add it to 'params'")
    }
    return index
  }

  /// A literal as it is compared: with its percent escapes decoded, as a link's segments are.
  private static func decoded(_ piece: ArraySlice<UInt8>) -> [UInt8] {
    PercentCoding.decode(Array(piece))
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    PatternCompiler.isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }
}
