import JSON

/// Compiles link patterns: scheme, host and path in URL Pattern syntax.
///
/// Source: the manifest format, "Patterns". Groups of braces and regular expressions are refused
/// with their place; they come with the compiled index over the URL Pattern Standard.
public enum PatternCompiler {
  /// Compiles one link of a screen.
  ///
  /// - Throws: `bad_link` with the byte offset in the pattern.
  public static func compile(
    _ link: LinkPattern, screen: Screen, app: Int, screenIndex: Int, linkIndex: Int
  ) throws(Refusal) -> CompiledLink {
    let bytes = link.pattern.bytes
    for (offset, byte) in bytes.enumerated()
    where byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{") {
      throw Refusal(
        .bad_link,
        "pattern \(quoted(link.pattern)) has a group at byte \(offset); "
          + "write ':name', ':name?', ':name+', ':name*' or '*'", offset: offset)
    }
    var scheme: Text?
    var host: Text?
    var path = bytes[...]
    if let colon = schemeEnd(bytes) {
      let name = Text(bytes[..<colon].map(asciiLower))
      scheme = name
      path = bytes[(colon + 1)...]
      let isSpecial = name == "http" || name == "https"
      if path.starts(with: "//".utf8) {
        path = path.dropFirst(2)
        if isSpecial {
          let end = path.firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
          host = Text(path[..<end].map(asciiLower))
          path = path[end...]
        }
      }
    }
    var segments: [SegmentPattern] = []
    for piece in split(path) {
      segments.append(try segment(piece, of: link, screen))
    }
    return CompiledLink(
      app: app, screen: screenIndex, link: linkIndex, scheme: scheme, host: host,
      segments: segments, query: link.query, fragment: link.fragment, priority: link.priority,
      origins: link.origins.intersection(screen.origins), place: link.place,
      pattern: link.pattern)
  }

  /// The index of the colon that ends a scheme; nil where the pattern begins with a path.
  static func schemeEnd(_ bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, isLetter(first) else { return nil }
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: ":") { return index }
      let isSchemeByte =
        isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      guard isSchemeByte else { return nil }
    }
    return nil
  }

  /// The pieces between slashes; one leading and one trailing slash are tolerated.
  static func split(_ path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var rest = path
    while rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
    if rest.last == UInt8(ascii: "/") { rest = rest.dropLast() }
    guard !rest.isEmpty else { return [] }
    return rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }

  private static func segment(
    _ piece: ArraySlice<UInt8>, of link: LinkPattern, _ screen: Screen
  ) throws(Refusal) -> SegmentPattern {
    if piece.elementsEqual("*".utf8) { return SegmentPattern(kind: .wildcard) }
    guard piece.first == UInt8(ascii: ":") else {
      if piece.contains(UInt8(ascii: ":")) || piece.contains(UInt8(ascii: "*")) {
        throw Refusal(
          .bad_link,
          "pattern \(quoted(link.pattern)): a param or '*' is a whole segment between slashes",
          offset: piece.startIndex)
      }
      return SegmentPattern(kind: .literal(Text(Array(piece))))
    }
    var name = Array(piece.dropFirst())
    let modifier = name.last
    switch modifier {
    case UInt8(ascii: "?"), UInt8(ascii: "+"), UInt8(ascii: "*"): name.removeLast()
    default: break
    }
    let text = Text(name)
    guard let index = screen.param(named: text) else {
      throw Refusal(
        .bad_link,
        "pattern \(quoted(link.pattern)) fills \(quoted(text)), which '\(screen.name.string)' "
          + "does not declare; add it to 'params'", offset: piece.startIndex)
    }
    let constrained = screen.params[index].kind != .string
    switch modifier {
    case UInt8(ascii: "?"): return SegmentPattern(kind: .optional(text), isConstrained: constrained)
    case UInt8(ascii: "+"): return SegmentPattern(kind: .oneOrMore(text))
    case UInt8(ascii: "*"): return SegmentPattern(kind: .anyNumber(text))
    default: return SegmentPattern(kind: .param(text), isConstrained: constrained)
    }
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  static func asciiLower(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
