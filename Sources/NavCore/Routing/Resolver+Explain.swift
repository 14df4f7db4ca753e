public import JSON
import URLStandard

/// What one candidate was worth for a link.
public struct Candidate: Sendable, Equatable {
  /// The app's name.
  public var app: Text
  /// The screen's name.
  public var screen: Text
  /// The pattern as written.
  public var pattern: Text
  /// Whether it matches; the first of an app that does is taken.
  public var matches: Bool
  /// Why, in a sentence.
  public var reason: Text
}

/// Why a link went where it went.
public struct Explanation: Sendable, Equatable {
  /// The candidates in matching order, at most ``limit``.
  public var candidates: [Candidate] = []
  /// What the URL Standard calls validation errors, with their byte offsets in the link.
  public var remarks: [Text] = []
  /// What happened to params: decoded, defaulted, shadowed, dropped.
  public var notes: [Text] = []

  /// Makes an explanation that says nothing.
  public init() {}

  /// The most candidates that a trace lists.
  public static let limit = 200

  /// Writes the members `candidates`, `url` and `notes` of an object.
  public func write(into out: inout Bytes) {
    out.append("\"candidates\":[")
    for (index, candidate) in candidates.enumerated() {
      if index > 0 { out.append(",") }
      out.append("{\"app\":")
      out.append(quoted: candidate.app)
      out.append(",\"screen\":")
      out.append(quoted: candidate.screen)
      out.append(",\"pattern\":")
      out.append(quoted: candidate.pattern)
      out.append(
        candidate.matches ? ",\"matches\":true,\"reason\":" : ",\"matches\":false,\"reason\":")
      out.append(quoted: candidate.reason)
      out.append("}")
    }
    out.append("],\"url\":")
    Explanation.write(remarks, into: &out)
    out.append(",\"notes\":")
    Explanation.write(notes, into: &out)
  }

  private static func write(_ texts: [Text], into out: inout Bytes) {
    out.append("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { out.append(",") }
      out.append(quoted: text)
    }
    out.append("]")
  }
}

extension Resolver {
  /// Explains a link, candidate by candidate; what is refused is explained as well.
  ///
  /// Resolution itself pays nothing for it: this walks the patterns once more, one by one.
  public func explain(link text: Text, app: Int? = nil) -> Explanation {
    var explanation = Explanation()
    let base = app.flatMap { manifests[$0].base }
    let baseRecord = base.flatMap { try? URLRecord(parsing: $0.bytes) }
    for error in URLRecord.validationErrors(parsing: text.bytes, base: baseRecord) {
      explanation.remarks.append(Text("\(error.kind.rawValue) at byte \(error.offset)"))
    }
    guard let link = try? Link(text, base: base) else { return explanation }
    for index in router.apps(claiming: link) where app == nil || app == index {
      for number in router.ranges[index] where explanation.candidates.count < Explanation.limit {
        let compiled = router.links[number]
        let reason = whyNot(compiled, link)
        explanation.candidates.append(
          Candidate(
            app: manifests[index].app, screen: manifests[index].screens[compiled.screen].name,
            pattern: compiled.pattern, matches: reason == nil,
            reason: Text(reason ?? "scheme, host, path and constraints hold")))
      }
    }
    note(link, &explanation)
    return explanation
  }

  private func note(_ link: Link, _ explanation: inout Explanation) {
    guard let taken = explanation.candidates.first(where: \.matches),
      let app = app(named: taken.app), let screen = manifests[app].screen(named: taken.screen)
    else { return }
    let compiled = router.links[router.ranges[app]].first { $0.pattern == taken.pattern }
    let filled = Set(compiled?.segments.flatMap(\.names) ?? [])
    for (index, item) in link.query.enumerated() {
      if link.query[..<index].contains(where: { $0.name == item.name }) {
        explanation.notes.append(
          Text("query key \(quoted(item.name)) is repeated: a scalar takes the first"))
      }
      if filled.contains(item.name) {
        explanation.notes.append(
          Text("query key \(quoted(item.name)) is shadowed by the path"))
      } else if screen.param(named: item.name) == nil {
        explanation.notes.append(Text("query key \(quoted(item.name)) is not declared: dropped"))
      }
    }
    for param in screen.params {
      let isGiven =
        link.query.contains { $0.name == param.name }
        || filled.contains(param.name)
      if !isGiven, let fallback = param.fallback {
        let shown = param.sensitive ? "***" : fallback.string
        explanation.notes.append(Text("param '\(param.name.string)' is its default \(shown)"))
      }
    }
  }

  /// Why a pattern does not match a link; nil where it does.
  private func whyNot(_ compiled: CompiledLink, _ link: Link) -> String? {
    if let scheme = compiled.scheme, scheme != link.scheme {
      return "the scheme is '\(link.scheme.string)', not '\(scheme.string)'"
    }
    if let host = compiled.host, !Hosts.matches(host, link.host) {
      return "the host is \(quoted(link.host)), not '\(host.string)'"
    }
    if let reason = compiled.pathMismatch(link.segments) { return reason }
    for constraint in compiled.query {
      let values = link.query.filter { $0.name == constraint.key }.map(\.value)
      if values.isEmpty { return "the query has no key '\(constraint.key.string)'" }
      if !values.contains(constraint.value) {
        return
          "query key '\(constraint.key.string)' is \(quoted(values[0])), not "
          + "'\(constraint.value.string)'"
      }
    }
    if let fragment = compiled.fragment, fragment != link.fragment {
      return "the fragment is not '\(fragment.string)'"
    }
    var captured: [Capture] = []
    var index = RouteIndex()
    index.insert(compiled.segments, link: 0)
    let screen = manifests[compiled.app].screens[compiled.screen]
    let isTaken = index.walk(link.segments) { _, captures in
      captured = compiled.named(captures, link.segments)
      return screen.converts(captured)
    }
    guard !isTaken else { return nil }
    for capture in captured {
      guard let param = screen.param(named: capture.name) else { continue }
      do throws(Refusal) {
        _ = try ParamConversion.convert(texts: capture.texts, to: screen.params[param])
      } catch {
        return error.message.string
      }
    }
    return "the path does not match"
  }
}

extension CompiledLink {
  /// Which piece of the path does not match, as far as that can be said of one piece.
  fileprivate func pathMismatch(_ path: [Text]) -> String? {
    for (position, segment) in segments.enumerated() {
      switch segment.kind {
      case .optional, .oneOrMore, .anyNumber, .wildcard: return nil
      case .literal(let text):
        guard position < path.count else { return "the path ends before '\(text.string)'" }
        guard path[position] == text else {
          return "segment \(position + 1) is \(quoted(path[position])), not '\(text.string)'"
        }
      case .param(let name):
        guard position < path.count, !path[position].isEmpty else {
          return "the path has no segment for ':\(name.string)'"
        }
      case .pattern(let component, let text):
        guard position < path.count else { return "the path ends before '\(text.string)'" }
        guard RouteIndex.match(component, path[position]) != nil else {
          return "segment \(position + 1) is \(quoted(path[position])), which '\(text.string)' "
            + "does not match"
        }
      }
    }
    return path.count > segments.count
      ? "the path goes on with \(quoted(path[segments.count]))" : nil
  }
}
