import JSON

/// The names of apps and screens, with the screens' aliases.
struct NameTable: ~Copyable, Sendable {
  /// Beside the scopes that are the numbers of apps.
  private enum Scope {
    static let app: Int32 = -1
    /// Means the number of the one app that has such a screen, or behind ``shared`` a list of apps.
    static let owner: Int32 = -2
  }

  private static let shared: Int32 = 1 << 30

  private var table = TextTable()
  private var owners: [[Int]] = []

  init(_ manifests: [Manifest]) {
    for (app, manifest) in manifests.enumerated() {
      let number = Int32(truncatingIfNeeded: app)
      _ = table.value(Scope.app, manifest.app, orInsert: number)
      for (name, screen) in manifest.screenNames {
        table.insert(number, name, Int32(truncatingIfNeeded: screen))
        let owner = table.value(Scope.owner, name, orInsert: number)
        if owner >= NameTable.shared {
          owners[Int(owner - NameTable.shared)].append(app)
        } else if owner != number {
          table.replace(
            Scope.owner, name, NameTable.shared + Int32(truncatingIfNeeded: owners.count))
          owners.append([Int(owner), app])
        }
      }
    }
  }

  func app(_ name: Text) -> Int? {
    let found = table.value(Scope.app, name)
    return found < 0 ? nil : Int(found)
  }

  /// The screen of an app by a name or alias.
  func screen(_ text: Span<UInt8>, _ name: Range<Int>, of app: Int) -> Int? {
    let found = table.value(Int32(truncatingIfNeeded: app), text, name)
    return found < 0 ? nil : Int(found)
  }

  /// The only app that has a screen of a name; nil where none has it, or several.
  func owner(_ text: Span<UInt8>, _ name: Range<Int>) -> Int? {
    let found = table.value(Scope.owner, text, name)
    return found < 0 || found >= NameTable.shared ? nil : Int(found)
  }

  /// The apps that have a screen of this name, in order.
  func owners(ofScreen name: Text) -> [Int] {
    let found = table.value(Scope.owner, name)
    if found < 0 { return [] }
    return found < NameTable.shared ? [Int(found)] : owners[Int(found - NameTable.shared)]
  }
}
