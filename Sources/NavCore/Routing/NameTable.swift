import JSON

/// The names of apps and screens, with the screens' aliases.
struct NameTable: ~Copyable, Sendable {
  /// A screen of an app.
  struct Place: BitwiseCopyable {
    let app: Int32
    let screen: Int32
  }

  private enum Scope {
    static let app: Int32 = 0
    /// Means the number of a list of screens.
    static let screen: Int32 = 1
  }

  private var table = TextTable()
  /// The screens of one name in the order of their apps, list behind list.
  private(set) var places = Table<Place>()
  /// Where each list begins, and the last one ends.
  private var starts = Table<Int32>()

  init(_ manifests: [Manifest]) {
    var lists: [[Place]] = []
    for (app, manifest) in manifests.enumerated() {
      let number = Int32(truncatingIfNeeded: app)
      _ = table.value(Scope.app, manifest.app, orInsert: number)
      for (name, screen) in manifest.screenNames {
        let next = Int32(truncatingIfNeeded: lists.count)
        let list = table.value(Scope.screen, name, orInsert: next)
        if list == next { lists.append([]) }
        lists[Int(list)].append(Place(app: number, screen: Int32(truncatingIfNeeded: screen)))
      }
    }
    starts.append(0)
    for list in lists {
      for place in list { places.append(place) }
      starts.append(Int32(truncatingIfNeeded: places.count))
    }
  }

  func app(_ name: Text) -> Int? {
    let found = table.value(Scope.app, name)
    return found < 0 ? nil : Int(found)
  }

  /// The screens of a name or alias, as a part of ``places``; no app has two.
  func screens(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    let found = Int(table.value(Scope.screen, text, name))
    return found < 0 ? 0..<0 : Int(starts[found])..<Int(starts[found &+ 1])
  }

  /// The apps that have a screen of this name, in order.
  func owners(ofScreen name: Text) -> [Int] {
    name.withSpan { screens($0, 0..<$0.count) }.map { Int(places[$0].app) }
  }
}
