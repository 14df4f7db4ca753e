public import JSON

/// Reads a manifest file into a ``Manifest``, or says everything that is wrong with it.
///
/// A manifest is written by a person who wants to know all that is wrong, at once and with places;
/// so nothing here stops at the first error. The file is read in three passes over one tape:
///
/// 1. names: conditions, screens with their aliases, tabs. From then on every reference can be
///    looked up, whatever the order of the members in the file;
/// 2. bodies: each screen with its params, links and rules;
/// 3. the graph: where screens go by default, and what may not go round in circles.
///
/// Each pass leaves a hole (an absent index) where something was wrong, and no pass complains of a
/// hole again: one mistake, one message. A ``Manifest`` exists only if there was no error, so its
/// indices are always in range.
public enum ManifestLoader {
  /// The greatest file that is read, in bytes; a bigger one is refused in whole.
  public static let maximumBytes = 1 << 20

  /// Reads one file.
  ///
  /// - Parameters:
  ///   - path: its path, for messages; the name without `.json` must be the app's.
  ///   - bytes: its contents.
  /// - Returns: the manifest, or nil where a problem is an error; and the problems by their place.
  public static func load(path: Text, bytes: [UInt8]) -> (Manifest?, [ManifestProblem]) {
    guard bytes.count <= maximumBytes else {
      let message = Text("the file has \(bytes.count) bytes; at most \(maximumBytes) are read")
      return (nil, [ManifestProblem(path: path, line: 1, column: 1, message: message)])
    }
    var document = Document()
    do {
      try document.parse(bytes)
    } catch {
      let place = SourcePlace.lineColumn(at: error.offset, in: bytes)
      let problem = ManifestProblem(
        path: path, line: place.line, column: place.column, message: Text("\(error.message)"))
      return (nil, [problem])
    }
    var reader = ManifestReader(document, bytes: bytes, path: path)
    reader.read()
    let manifest = reader.problems.contains { $0.isError } ? nil : reader.manifest
    return (manifest, reader.sortedProblems)
  }

  /// The app that a file of this path is about: its name without folder and `.json`.
  public static func app(ofPath path: Text) -> Text {
    var name = path.bytes[...]
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { name = name[(slash &+ 1)...] }
    let suffix = Array(".json".utf8)
    if name.count > suffix.count, name.suffix(suffix.count).elementsEqual(suffix) {
      name = name.dropLast(suffix.count)
    }
    return Text(Array(name))
  }
}
