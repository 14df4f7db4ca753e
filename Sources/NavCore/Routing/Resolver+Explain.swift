public import JSON
import URLStandard

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
        let reason = whyNot(compiled, router.rows.rows[number], link)
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
    let query = link.queryItems
    for (index, item) in query.enumerated() {
      if query[..<index].contains(where: { $0.name == item.name }) {
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
        query.contains { $0.name == param.name }
        || filled.contains(param.name)
      if !isGiven, let fallback = param.fallback {
        let shown = param.sensitive ? "***" : fallback.string
        explanation.notes.append(Text("param '\(param.name.string)' is its default \(shown)"))
      }
    }
  }

  /// Why a pattern does not match a link; nil where it does.
  private func whyNot(
    _ compiled: CompiledLink, _ row: LinkTable.Row, _ link: Link
  ) -> String? {
    if let scheme = compiled.scheme, scheme != link.scheme {
      return "the scheme is '\(link.scheme.string)', not '\(scheme.string)'"
    }
    if let host = compiled.host, !Hosts.matches(host, link.host) {
      return "the host is \(quoted(link.host)), not '\(host.string)'"
    }
    if let reason = compiled.pathMismatch(link) { return reason }
    let query = link.queryItems
    for constraint in compiled.query {
      let values = query.filter { $0.name == constraint.key }.map(\.value)
      if values.isEmpty { return "the query has no key '\(constraint.key.string)'" }
      if !values.contains(constraint.value) {
        return
          "query key '\(constraint.key.string)' is \(quoted(values[0])), not "
          + "'\(constraint.value.string)'"
      }
    }
    if let fragment = compiled.fragment, fragment != link.fragmentText {
      return "the fragment is not '\(fragment.string)'"
    }
    var index = RouteIndex()
    let root = index.makeRoot()
    index.insert([compiled]) { _ in root }
    var trial = LinkTrial(resolver: self, row: row)
    var walk = RouteWalk(link.path)
    if walk.run(index, from: root, link, &trial) { return nil }
    return trial.reason ?? "the path does not match"
  }
}

/// Takes the one link of an index where its path params convert, and else says why not.
private struct LinkTrial: LinkTaker {
  let resolver: Resolver
  let row: LinkTable.Row
  var reason: String?

  mutating func take(_ number: Int32, _ captures: borrowing Few<Capture>, of link: Link) -> Bool {
    if resolver.misfit(captures, row, link) < 0 { return true }
    let screen = resolver.manifests[Int(row.app)].screens[Int(row.screen)]
    for place in 0..<captures.count where captures[place].isThere {
      let param = resolver.router.rows.param(row, place)
      do throws(Refusal) {
        _ = try ParamConversion.convert(
          texts: link.texts(captures[place]), to: screen.params[param])
      } catch {
        reason = error.message.string
        return false
      }
    }
    return false
  }
}

extension CompiledLink {
  /// Which piece of the path does not match, as far as that can be said of one piece.
  fileprivate func pathMismatch(_ link: Link) -> String? {
    let path = link.segments
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
        guard RouteWalk.matches(component, path[position]) else {
          return "segment \(position + 1) is \(quoted(path[position])), which '\(text.string)' "
            + "does not match"
        }
      }
    }
    return path.count > segments.count
      ? "the path goes on with \(quoted(path[segments.count]))" : nil
  }
}
