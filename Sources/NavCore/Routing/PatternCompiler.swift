import JSON
import URLStandard

/// Compiles link patterns: scheme, host and path in URL Pattern syntax.
///
/// Source: the manifest format, "Patterns". The path is cut at its slashes; a piece that is neither a
/// literal, a param nor `*` is compiled by the URL Pattern Standard and matched against one segment.
/// A group `{…}?` makes two variants of the pattern, with and without it.
public enum PatternCompiler {
  /// The most variants that the optional groups of one pattern may make.
  public static let variantLimit = 16

  /// The most pieces that the path of a pattern may have: matching goes as deep.
  public static let pieceLimit = 128

  /// Compiles one link of a screen into its variants.
  ///
  /// - Throws: `bad_link` with the byte offset in the pattern.
  public static func compile(
    _ link: LinkPattern, screen: Screen, app: Int, screenIndex: Int, linkIndex: Int
  ) throws(Refusal) -> [CompiledLink] {
    let compiled: [PatternVariant]
    if let variants = link.variants {
      compiled = variants
    } else {
      compiled = try variants(of: link, screen)
    }
    return compiled.map { variant in
      CompiledLink(
        app: app, screen: screenIndex, link: linkIndex, variant, of: link,
        origins: link.origins.intersection(screen.origins))
    }
  }

  /// The variants of a link of a screen.
  static func variants(
    of link: LinkPattern, _ screen: Screen
  ) throws(Refusal) -> [PatternVariant] {
    var variants: [PatternVariant] = []
    for text in try texts(of: link.pattern) {
      let shape = try split(text, of: link)
      guard shape.pieces.count <= pieceLimit else {
        throw Refusal(
          .bad_link,
          "pattern \(quoted(link.pattern)) has \(shape.pieces.count) pieces between slashes; "
            + "at most \(pieceLimit) are matched")
      }
      var segments: [SegmentPattern] = []
      for piece in shape.pieces {
        segments.append(try PatternPiece.compile(piece, of: link, screen))
      }
      variants.append(
        PatternVariant(scheme: shape.scheme, host: shape.host, segments: segments))
    }
    return variants
  }

  /// The pattern with each top-level group `{…}` written out, and each `{…}?` with and without.
  private static func texts(of pattern: Text) throws(Refusal) -> [[UInt8]] {
    let bytes = pattern.bytes
    guard bytes.contains(UInt8(ascii: "{")) else { return [bytes] }
    var texts: [[UInt8]] = [[]]
    var index = 0
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
        texts = texts.map { $0 + bytes[index...(index + 1)] }
        index += 2
        continue
      }
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      guard depth == 0, byte == UInt8(ascii: "{") else {
        texts = texts.map { $0 + [byte] }
        index += 1
        continue
      }
      guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else {
        throw Refusal(
          .bad_link, "pattern \(quoted(pattern)): the group at byte \(index) is not closed by '}'",
          offset: index)
      }
      let inner = bytes[(index + 1)..<end]
      let modifier = end + 1 < bytes.count ? bytes[end + 1] : 0
      index = end + 1
      switch modifier {
      case UInt8(ascii: "?"):
        index += 1
        texts = texts.map { $0 + inner } + texts
      case UInt8(ascii: "+"), UInt8(ascii: "*"):
        throw Refusal(
          .bad_link,
          "pattern \(quoted(pattern)): a group may be optional but not repeated; write ':name+'",
          offset: end + 1)
      default: texts = texts.map { $0 + inner }
      }
      guard texts.count <= variantLimit else {
        throw Refusal(
          .bad_link, "pattern \(quoted(pattern)) has more than 4 optional groups", offset: end)
      }
    }
    return texts
  }

  private struct Shape {
    var scheme: Text?
    var host: Text?
    var pieces: [ArraySlice<UInt8>]
  }

  private static func split(_ bytes: [UInt8], of link: LinkPattern) throws(Refusal) -> Shape {
    var shape = Shape(pieces: [])
    var path = bytes[...]
    if let colon = schemeEnd(bytes) {
      let name = Text(bytes[..<colon].map(asciiLower))
      shape.scheme = name
      path = bytes[(colon + 1)...]
      let isSpecial = name == "http" || name == "https"
      if path.starts(with: "//".utf8) {
        path = path.dropFirst(2)
        if isSpecial {
          let end = path.firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
          shape.host = Text(path[..<end].map(asciiLower))
          path = path[end...]
        }
      }
    }
    shape.pieces = splitOutsideGroups(path)
    return shape
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

  private static func splitOutsideGroups(_ path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    let trimmed = trim(path)
    guard !trimmed.isEmpty else { return [] }
    var start = trimmed.startIndex
    var depth = 0
    for index in trimmed.indices {
      switch trimmed[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "/") where depth == 0:
        pieces.append(trimmed[start..<index])
        start = index + 1
      default: break
      }
    }
    pieces.append(trimmed[start...])
    return pieces
  }

  private static func trim(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = path
    while rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
    if rest.last == UInt8(ascii: "/") { rest = rest.dropLast() }
    return rest
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  static func asciiLower(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}

/// One way to write a pattern whose optional groups are written out, split and compiled.
struct PatternVariant: Sendable {
  /// The scheme it asks for, in lower case; nil: any of the app's.
  var scheme: Text?
  /// The host it asks for; nil: any of the app's.
  var host: Text?
  /// The pieces of its path.
  var segments: [SegmentPattern]
}
