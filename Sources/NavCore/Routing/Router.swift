public import JSON

// Why a route wins.
//
// People write routes in several files and in any order; a router whose answer depends on that order,
// or on a hash table's, sends a link to another screen after an innocent edit. So the order is a
// property of the patterns alone: compared from the left, a literal before a param before a
// wildcard, then more constraints, then the written priority. What that order cannot decide is an
// error when the manifest is loaded, where a person reads it, and never a coin toss when a link
// arrives. Within the order every candidate is tried: a path param that does not convert means the
// next one, so `/page/:id` of an `int` and `/page/:slug` live together.

/// All links of all apps, in matching order.
public struct Router: Sendable {
  /// The compiled links; those of one app stand together in the order in which they are tried.
  public private(set) var links: [CompiledLink] = []
  /// For each app of the catalog, its part of ``links``.
  public private(set) var ranges: [Range<Int>] = []

  /// Makes a router without links.
  public init() {}

  /// Compiles the links of the manifests.
  ///
  /// - Parameter problems: Receives one text for each pattern that cannot be compiled or that ties
  ///   with another, with the places of both.
  public init(_ manifests: [Manifest], problems: inout [Text]) {
    for (app, manifest) in manifests.enumerated() {
      var compiled: [CompiledLink] = []
      for (index, screen) in manifest.screens.enumerated() {
        for (number, link) in screen.links.enumerated() {
          do throws(Refusal) {
            compiled.append(
              try PatternCompiler.compile(
                link, screen: screen, app: app, screenIndex: index, linkIndex: number))
          } catch {
            problems.append(
              Text(
                "\(manifest.path.string):\(link.place.line):\(link.place.column): "
                  + error.message.string))
          }
        }
      }
      compiled.sort { $0.precedes($1) }
      for (position, one) in compiled.enumerated() {
        for other in compiled[(position + 1)...] {
          if one.precedes(other) { break }
          guard one.ties(with: other) else { continue }
          problems.append(
            Text(
              "\(manifest.path.string):\(other.place.line):\(other.place.column): pattern "
                + "\(quoted(other.pattern)) of '\(manifest.screens[other.screen].name.string)' "
                + "ties with \(quoted(one.pattern)) of "
                + "'\(manifest.screens[one.screen].name.string)' at "
                + "\(one.place.line):\(one.place.column); give one a 'priority' or a constraint"))
        }
      }
      let start = links.count
      links += compiled
      ranges.append(start..<links.count)
    }
  }
}

/// What a pattern took out of a link's path: decoded texts by param name.
public struct Capture: Sendable, Equatable {
  /// The param's name.
  public var name: Text
  /// One text, or the pieces of a `+` or `*` param.
  public var texts: [Text]
}

extension CompiledLink {
  /// The captures of a link that this pattern matches in scheme, host, path, query and fragment.
  public func match(_ link: Link) -> [Capture]? {
    if let scheme, scheme != link.scheme { return nil }
    if let host, !Hosts.matches(host, link.host) { return nil }
    if let fragment, fragment != link.fragment { return nil }
    for constraint in query {
      let holds = link.query.contains {
        $0.name == constraint.key && $0.value == constraint.value
      }
      guard holds else { return nil }
    }
    var captures: [Capture] = []
    return match(0, link.segments, 0, &captures) ? captures : nil
  }

  private func match(
    _ piece: Int, _ path: [Text], _ position: Int, _ captures: inout [Capture]
  ) -> Bool {
    guard piece < segments.count else { return position == path.count }
    let mark = captures.count
    switch segments[piece].kind {
    case .literal(let text):
      guard position < path.count, path[position] == text else { return false }
      return match(piece + 1, path, position + 1, &captures)
    case .param(let name):
      guard position < path.count, !path[position].isEmpty else { return false }
      captures.append(Capture(name: name, texts: [path[position]]))
      if match(piece + 1, path, position + 1, &captures) { return true }
    case .optional(let name):
      if position < path.count, !path[position].isEmpty {
        captures.append(Capture(name: name, texts: [path[position]]))
        if match(piece + 1, path, position + 1, &captures) { return true }
        captures.removeSubrange(mark...)
      }
      return match(piece + 1, path, position, &captures)
    case .oneOrMore(let name), .anyNumber(let name):
      let least = if case .oneOrMore = segments[piece].kind { 1 } else { 0 }
      var end = path.count
      while end >= position + least {
        if end > position {
          captures.append(Capture(name: name, texts: Array(path[position..<end])))
        }
        if match(piece + 1, path, end, &captures) { return true }
        captures.removeSubrange(mark...)
        end -= 1
      }
    case .wildcard:
      var end = path.count
      while end >= position {
        if match(piece + 1, path, end, &captures) { return true }
        end -= 1
      }
    }
    captures.removeSubrange(mark...)
    return false
  }
}

/// Hosts by whole labels.
public enum Hosts {
  /// Whether a host is the one of a pattern; `*.` in front stands for one label or more.
  public static func matches(_ pattern: Text, _ host: Text) -> Bool {
    guard pattern.bytes.starts(with: "*.".utf8) else { return pattern == host }
    let suffix = pattern.bytes.dropFirst()
    return host.count > suffix.count && host.bytes.suffix(suffix.count).elementsEqual(suffix)
  }
}
