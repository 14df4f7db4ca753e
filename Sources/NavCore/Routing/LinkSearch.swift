import JSON

/// Takes the first link whose constraints hold and whose path params convert.
struct LinkSearch: LinkTaker {
  let resolver: Resolver
  let origin: OriginSet
  /// The link that was taken; -1: none.
  private(set) var taken: Int32 = -1
  /// Where the furthest piece is that does not convert; -1: none.
  private(set) var misfit = -1
  /// A link that matches, but not from this origin; -1: none.
  private(set) var denied: Int32 = -1

  init(_ resolver: Resolver, _ origin: OriginSet) {
    (self.resolver, self.origin) = (resolver, origin)
  }

  mutating func take(_ number: Int32, _ captures: borrowing Few<Capture>, of link: Link) -> Bool {
    let row = resolver.router.rows.rows[Int(number)]
    guard resolver.router.rows.accepts(link, row) else { return false }
    let misfit = resolver.misfit(captures, row, link)
    guard misfit < 0 else {
      self.misfit = max(self.misfit, misfit)
      return false
    }
    guard row.origins.contains(origin) else {
      denied = number
      return false
    }
    taken = number
    return true
  }
}

extension Resolver {
  /// Where the first piece of a match is that does not convert, so that the pattern does not match; -1:
  /// all convert.
  func misfit(
    _ captures: borrowing Few<Capture>, _ row: LinkTable.Row, _ link: Link
  ) -> Int {
    guard captures.count > 0 else { return -1 }
    for number in 0..<captures.count where captures[number].isThere {
      let param = router.rows.param(row, number)
      let converts = router.screens.converts(
        captures[number], router.screens.params[Int(row.target.firstParam) &+ param], link
      ) {
        self.manifests[Int(row.app)].screens[Int(row.screen)].params[param]
      }
      if !converts { return Int(captures[number].start) }
    }
    return -1
  }
}
