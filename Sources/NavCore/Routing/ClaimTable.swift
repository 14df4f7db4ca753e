import JSON

/// Which apps claim which schemes and hosts.
struct ClaimTable: ~Copyable, Sendable {
  private enum Scope {
    static let scheme: Int32 = 0
    static let host: Int32 = 1
    /// What follows `*.`.
    static let domain: Int32 = 2
  }

  private var table = TextTable()
  /// The apps that claim one text in order, list behind list.
  private var apps = Table<Int32>()
  /// Where each list ends.
  private var ends = Table<Int32>()
  private var hasDomains = false

  init(_ manifests: [Manifest]) {
    var lists: [[Int32]] = []
    for (app, manifest) in manifests.enumerated() {
      for scheme in manifest.schemes { add(Scope.scheme, scheme, app, &lists) }
      for host in manifest.hosts {
        if host.bytes.starts(with: "*.".utf8) {
          hasDomains = true
          add(Scope.domain, Text(Array(host.bytes.dropFirst(2))), app, &lists)
        } else {
          add(Scope.host, host, app, &lists)
        }
      }
    }
    for list in lists {
      for app in list { apps.append(app) }
      ends.append(Int32(truncatingIfNeeded: apps.count))
    }
  }

  private mutating func add(
    _ scope: Int32, _ text: Text, _ app: Int, _ lists: inout [[Int32]]
  ) {
    let next = Int32(truncatingIfNeeded: lists.count)
    let place = table.value(scope, text, orInsert: next)
    if place == next { lists.append([]) }
    lists[Int(place)].append(Int32(truncatingIfNeeded: app))
  }

  /// The apps that claim a link, by its scheme or by its host with its port, each once.
  func find(_ link: borrowing Link, _ found: inout Few<Int32>) {
    let bytes = link.href.bytes.span
    guard !link.authority.isEmpty else {
      return take(Scope.scheme, bytes, link.schemeRange, &found)
    }
    take(Scope.host, bytes, link.authority, &found)
    guard hasDomains else { return }
    for dot in link.authority.dropFirst() where bytes[dot] == UInt8(ascii: ".") {
      take(Scope.domain, bytes, (dot + 1)..<link.authority.upperBound, &found)
    }
  }

  /// Adds the apps of a text in their order.
  private func take(
    _ scope: Int32, _ bytes: Span<UInt8>, _ range: Range<Int>, _ found: inout Few<Int32>
  ) {
    let list = Int(table.value(scope, bytes, range))
    guard list >= 0 else { return }
    for place in (list == 0 ? 0 : Int(ends[list - 1]))..<Int(ends[list]) {
      let app = apps[place]
      var at = found.count
      while at > 0, found[at - 1] > app { at -= 1 }
      if at > 0, found[at - 1] == app { continue }
      found.append(app)
      var last = found.count - 1
      while last > at {
        found[last] = found[last - 1]
        last -= 1
      }
      found[at] = app
    }
  }
}
