internal import JSON

/// What can be said of a link pattern without compiling it: its scheme, its groups, and whether it
/// has a part that a pattern may not have.
///
/// The marks are those of the URL Pattern Standard (§2.1 "tokenize"): `\` escapes, `:name`,
/// `(regex)`, `{…}` and the modifiers `? + *`. A `?` that modifies nothing begins a search.
struct PatternShape {
  /// The scheme in lower case, where it is written out.
  private(set) var scheme: Text?
  /// The names of the groups, in order.
  private(set) var groups: [Text] = []
  /// What is wrong and what would be right.
  private(set) var problem: String?

  init(_ text: Text) {
    let bytes = text.bytes
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x20 }) {
      problem = "it has a space or control character; write '%20' and the like"
      return
    }
    if bytes.first != UInt8(ascii: "/") {
      problem = readScheme(bytes)
      if problem != nil { return }
    }
    problem = scan(bytes)
  }

  private mutating func readScheme(_ bytes: [UInt8]) -> String? {
    let example = "write '/path', 'https://host/path' or 'scheme://first/second'"
    guard let colon = Self.schemeEnd(bytes) else {
      return "it begins with neither '/' nor a scheme; \(example)"
    }
    let written = Text(Array(bytes[..<colon]))
    if SchemeRules.isScheme(written) {
      let lowered = ASCII.lower(written)
      scheme = lowered
      if SchemeRules.isDenied(lowered) { return nil }
    }
    return bytes.dropFirst(colon &+ 1).first == UInt8(ascii: "/")
      ? nil : "after the scheme comes '//' or '/', or what follows reads as a group; \(example)"
  }

  /// The position of the `:` that ends the scheme: the first one outside of groups that no name
  /// follows, or the one after a plain scheme.
  private static func schemeEnd(_ bytes: [UInt8]) -> Int? {
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      SchemeRules.isScheme(Text(Array(bytes[..<colon])))
    {
      return colon
    }
    var depth = 0
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index &+= 1
      case UInt8(ascii: "{"), UInt8(ascii: "("): depth &+= 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"): depth &-= 1
      case UInt8(ascii: "/") where depth == 0: return nil
      case UInt8(ascii: ":")
      where depth == 0 && index &+ 1 < bytes.count && bytes[index &+ 1] == UInt8(ascii: "/"):
        return index
      default: break
      }
      index &+= 1
    }
    return nil
  }

  private mutating func scan(_ bytes: [UInt8]) -> String? {
    var index = 0
    var braces = 0
    var modifiable = false
    while index < bytes.count {
      let byte = bytes[index]
      var next = index &+ 1
      var ends = false
      switch byte {
      case UInt8(ascii: "\\"):
        guard next < bytes.count else { return "it ends in '\\'; write '\\\\' for the mark itself" }
        if bytes[next] == UInt8(ascii: "?") || bytes[next] == UInt8(ascii: "#") {
          return Self.parts(bytes[next])
        }
        next &+= 1
      case UInt8(ascii: ":"):
        let name = bytes[next...].prefix { Self.isNameByte($0) }
        if let first = name.first, !ASCII.isDigit(first) {
          let group = Text(Array(name))
          if groups.contains(group) {
            return "it has ':\(group.string)' twice; a name is given once"
          }
          groups.append(group)
          next &+= name.count
          ends = true
        }
      case UInt8(ascii: "("):
        guard let end = Self.groupEnd(bytes, from: index) else {
          return "a '(' is not closed; write '\\(' for the mark itself"
        }
        next = end
        ends = true
      case UInt8(ascii: "{"):
        braces &+= 1
        if braces > 1 { return "'{' inside of '{…}'; groups do not nest" }
      case UInt8(ascii: "}"):
        braces &-= 1
        if braces < 0 { return "a '}' without '{'; write '\\}' for the mark itself" }
        ends = true
      case UInt8(ascii: "*"):
        ends = true
      case UInt8(ascii: "?"):
        if !modifiable { return Self.parts(byte) }
      case UInt8(ascii: "#"):
        return Self.parts(byte)
      default:
        break
      }
      modifiable = ends
      index = next
    }
    return braces == 0 ? nil : "a '{' is not closed; write '\\{' for the mark itself"
  }

  private static func parts(_ byte: UInt8) -> String {
    byte == UInt8(ascii: "#")
      ? "it has a '#'; ask for the fragment with 'fragment'"
      : "it has a '?'; ask for query values with 'query'"
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || byte >= 0x80
  }

  /// The position after the `)` that closes a regex group.
  private static func groupEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index &+= 1
      case UInt8(ascii: "("): depth &+= 1
      case UInt8(ascii: ")"):
        depth &-= 1
        if depth == 0 { return index &+ 1 }
      default: break
      }
      index &+= 1
    }
    return nil
  }
}
