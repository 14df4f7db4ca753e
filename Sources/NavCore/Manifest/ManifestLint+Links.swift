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
  private mutating func checkShadows(_ links: [CompiledLink]) {
    let cover = LinkCover(manifest: manifest)
    var byLiteral: [Text: [CompiledLink]] = [:]
    var others: [CompiledLink] = []
    for link in links {
      let first = LinkCover.firstLiteral(link)
      let rivals = others + (first.flatMap { byLiteral[$0] } ?? [])
      if let winner = rivals.first(where: { cover.covers($0, link) }) {
        warn(
          link.place,
          "pattern \(quoted(link.pattern)) of \(quoted(name(link))) is unreachable: "
            + "\(quoted(winner.pattern)) of \(quoted(name(winner))) at "
            + "\(winner.place.line):\(winner.place.column) is tried first and takes every link of it; "
            + "remove one, or ask more of the other")
      }
      if let first {
        byLiteral[first, default: []].append(link)
      } else {
        others.append(link)
      }
    }
  }

  private func name(_ link: CompiledLink) -> Text { manifest.screens[link.screen].name }
}
