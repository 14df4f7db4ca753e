internal import JSON

/// Advice on a manifest that loads: what is allowed, and hardly what was meant.
///
/// The loader refuses what cannot work. This finds what works and does nothing: a pattern that no link
/// reaches, a screen that nothing opens, a param that nothing fills, a name that somebody else uses. Each
/// check would rather be silent than wrong, so a warning is worth a look.
public enum ManifestLint {
  /// What is worth a look in a manifest, in the order of places.
  ///
  /// - Parameters:
  ///   - manifest: as ``ManifestLoader`` read it.
  ///   - bytes: the file that it was read from, for the places.
  public static func problems(of manifest: Manifest, bytes: [UInt8]) -> [ManifestProblem] {
    var linter = ManifestLinter(manifest, bytes)
    linter.checkHosts()
    linter.checkNames()
    linter.checkScreens()
    linter.checkLinks()
    let order = linter.problems.indices.sorted {
      let (left, right) = (linter.problems[$0], linter.problems[$1])
      return (left.line, left.column, $0) < (right.line, right.column, $1)
    }
    return order.map { linter.problems[$0] }
  }
}

/// The work of ``ManifestLint`` on one manifest.
struct ManifestLinter: ~Copyable {
  let manifest: Manifest
  private let document: Document
  private let places: PlaceIndex
  var problems: [ManifestProblem] = []

  init(_ manifest: Manifest, _ bytes: [UInt8]) {
    self.manifest = manifest
    var document = Document()
    // What does not parse has no places: they are all where the text begins.
    try? document.parse(bytes)
    places = PlaceIndex(bytes, document)
    self.document = document
  }

  /// Notes advice at a place.
  mutating func warn(_ place: Place, _ message: String) {
    problems.append(
      ManifestProblem(
        path: manifest.path, line: place.line, column: place.column, message: Text(message),
        isError: false))
  }

  /// Notes advice at a value, or at its name.
  mutating func warn(_ path: [Text], _ message: String, name: Bool = false) {
    let pointer = path.reduce(JSONPointer()) { $0.appending($1) }
    let node = document.at(document.root, pointer)
    warn(node.map { places.place($0, name: name) } ?? Place(line: 1, column: 1), message)
  }
}
