internal import JSON

/// Patterns that no link reaches, and slashes that do nothing.
extension ManifestLinter {
  /// Checks the patterns of the app, in matching order.
  mutating func checkLinks() {
    var problems: [Text] = []
    let links = Router([manifest], problems: &problems).links
    checkClaims()
    checkSlashes(links)
    checkShadows(links)
  }

  private mutating func checkClaims() {
    guard manifest.schemes.isEmpty, manifest.hosts.isEmpty,
      let first = manifest.screens.flatMap(\.links).first
    else { return }
    warn(
      first.place,
      "pattern \(quoted(first.pattern)) is unreachable: the app claims no scheme and no host, so no link "
        + "comes to it; add 'schemes' or 'hosts'")
  }

  /// One trailing slash is tolerated in links whatever the pattern says, so a mixture misleads.
  private mutating func checkSlashes(_ links: [CompiledLink]) {
    let slash = UInt8(ascii: "/")
    let paths = links.filter { !$0.segments.isEmpty }
    guard let plain = paths.first(where: { $0.pattern.bytes.last != slash }) else { return }
    for link in paths where link.pattern.bytes.last == slash {
      warn(
        link.place,
        "mixed slashes: pattern \(quoted(link.pattern)) ends in '/' and \(quoted(plain.pattern)) does "
          + "not; links match with and without, so leave it out")
    }
  }

  /// A pattern is shadowed where one that is tried before it takes all that it matches.
  ///
  /// One that has a literal can only take paths with that literal, so each is compared with those of its
  /// own literals, and with the few that have none.
  private mutating func checkShadows(_ links: [CompiledLink]) {
    let cover = LinkCover(manifest: manifest)
    var byLiteral: [LinkCover.Literal: [Int]] = [:]
    var others: [Int] = []
    for (number, link) in links.enumerated() {
      var winner = others.first { cover.covers(links[$0], link) }
      for literal in LinkCover.literals(link) where winner == nil {
        winner = byLiteral[literal]?.first { cover.covers(links[$0], link) }
      }
      if let winner { warn(of: link, behind: links[winner]) }
      if let first = LinkCover.literals(link).first {
        byLiteral[first, default: []].append(number)
      } else if others.count < 256 {
        others.append(number)
      }
    }
  }

  private mutating func warn(of link: CompiledLink, behind winner: CompiledLink) {
    warn(
      link.place,
      "pattern \(quoted(link.pattern)) of \(quoted(name(link))) is unreachable: "
        + "\(quoted(winner.pattern)) of \(quoted(name(winner))) at "
        + "\(winner.place.line):\(winner.place.column) is tried first and takes every link of it; "
        + "remove one, or ask more of the other")
  }

  private func name(_ link: CompiledLink) -> Text { manifest.screens[link.screen].name }
}
