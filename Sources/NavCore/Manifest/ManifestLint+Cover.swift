internal import JSON

/// Whether one pattern takes every link that another one matches.
///
/// A path pattern is read as a sequence of symbols, and the other pattern is run over it as over a
/// path. Where the answer is not certain it is no: a warning that is wrong is worse than none.
struct LinkCover {
  let manifest: Manifest

  /// A segment of the paths that a pattern matches.
  private enum Symbol {
    case literal(Text)
    case one(Param)
    /// One that a regular expression describes.
    case unknown
    /// Any number, at least so many.
    case many(least: Int)
  }

  /// A segment that is written out, and where it stands.
  struct Literal: Hashable {
    var position: Int
    var text: Text
  }

  /// The literals of a pattern that stand at one position in all of its paths.
  static func literals(_ link: CompiledLink) -> [Literal] {
    var found: [Literal] = []
    for (position, segment) in link.segments.enumerated() {
      switch segment.rank {
      case .literal:
        if case .literal(let text) = segment.kind {
          found.append(Literal(position: position, text: text))
        }
      case .constrained, .param: continue
      default: return found
      }
    }
    return found
  }

  /// Whether the one, tried first, leaves no link for the other.
  func covers(_ one: CompiledLink, _ other: CompiledLink) -> Bool {
    if one.screen == other.screen, one.link == other.link { return false }
    guard one.origins.isSuperset(of: other.origins), coversClaims(one, other) else { return false }
    if let fragment = one.fragment, fragment != other.fragment { return false }
    for asked in one.query {
      guard other.query.contains(where: { $0.key == asked.key && $0.value == asked.value }) else {
        return false
      }
    }
    let paths = symbols(other)
    return !paths.isEmpty && paths.allSatisfy { path in takes(one, 0, path, 0) }
  }

  private func coversClaims(_ one: CompiledLink, _ other: CompiledLink) -> Bool {
    let web: [Text] = manifest.hosts.isEmpty ? [] : ["http", "https"]
    let schemes = Set(other.scheme.map { [$0] } ?? manifest.schemes + web)
    if let scheme = one.scheme, schemes != [scheme] { return false }
    guard let host = one.host else { return true }
    guard schemes.isSubset(of: ["http", "https"]) else { return false }
    return (other.host.map { [$0] } ?? manifest.hosts).allSatisfy {
      $0 == host || Hosts.matches(host, $0)
    }
  }

  /// The paths of a pattern: one with and one without each optional param; none where they are too many.
  private func symbols(_ link: CompiledLink) -> [[Symbol]] {
    var paths: [[Symbol]] = [[]]
    for segment in link.segments {
      var symbol = Symbol.unknown
      if case .literal(let text) = segment.kind { symbol = .literal(text) }
      if case .param(let name) = segment.kind { symbol = one(name, link) }
      if case .oneOrMore = segment.kind { symbol = .many(least: 1) }
      if case .anyNumber = segment.kind { symbol = .many(least: 0) }
      if case .wildcard = segment.kind { symbol = .many(least: 0) }
      if case .optional(let name) = segment.kind {
        guard paths.count <= 16 else { return [] }
        paths += paths.map { $0 + [one(name, link)] }
      } else {
        for index in paths.indices { paths[index].append(symbol) }
      }
    }
    return paths
  }

  private func one(_ name: Text, _ link: CompiledLink) -> Symbol {
    param(name, link).map { .one($0) } ?? .unknown
  }

  private func param(_ name: Text, _ link: CompiledLink) -> Param? {
    let screen = manifest.screens[link.screen]
    return screen.param(named: name).map { screen.params[$0] }
  }

  private func takes(_ link: CompiledLink, _ piece: Int, _ path: [Symbol], _ at: Int) -> Bool {
    guard piece < link.segments.count else { return at == path.count }
    let kind = link.segments[piece].kind
    if case .literal(let text) = kind {
      guard at < path.count, case .literal(let given) = path[at], given == text else {
        return false
      }
      return takes(link, piece + 1, path, at + 1)
    }
    if case .param(let name) = kind {
      return takesOne(name, link, path, at) && takes(link, piece + 1, path, at + 1)
    }
    if case .optional(let name) = kind {
      return takes(link, piece + 1, path, at)
        || (takesOne(name, link, path, at) && takes(link, piece + 1, path, at + 1))
    }
    var least = 0
    switch kind {
    case .oneOrMore(let name):
      guard isTotalList(name, link) else { return false }
      least = 1
    case .anyNumber(let name):
      guard isTotalList(name, link) else { return false }
    case .wildcard: break
    default: return false
    }
    var certain = 0
    for end in at...path.count {
      if end > at { certain += Self.least(path[end - 1]) }
      if certain >= least, takes(link, piece + 1, path, end) { return true }
    }
    return false
  }

  private static func least(_ symbol: Symbol) -> Int {
    if case .many(let least) = symbol { least } else { 1 }
  }

  /// Whether a param of the link takes whatever the segment may be.
  private func takesOne(
    _ name: Text, _ link: CompiledLink, _ path: [Symbol], _ at: Int
  ) -> Bool {
    guard at < path.count, let param = param(name, link) else { return false }
    switch path[at] {
    case .literal(let text):
      do throws(Refusal) {
        _ = try ParamConversion.convert(texts: [text], to: param)
        return !text.isEmpty
      } catch {
        return param.usesDefaultWhenInvalid
      }
    case .one(let given):
      if isTotal(param) { return true }
      guard Self.isUnbounded(param), given.kind == param.kind else { return false }
      return switch param.kind {
      case .int, .float, .bool: true
      case .enum: Set(given.values).isSubset(of: param.values)
      default: false
      }
    case .unknown, .many: return false
    }
  }

  private func isTotal(_ param: Param) -> Bool {
    param.usesDefaultWhenInvalid || (param.kind == .string && Self.isUnbounded(param))
  }

  private func isTotalList(_ name: Text, _ link: CompiledLink) -> Bool {
    guard let param = param(name, link) else { return true }
    return param.usesDefaultWhenInvalid
      || ((param.kind == .list(.string) || param.kind == .string) && Self.isUnbounded(param))
  }

  private static func isUnbounded(_ param: Param) -> Bool {
    param.minimum == nil && param.maximum == nil && param.maximumLength == nil
  }
}
