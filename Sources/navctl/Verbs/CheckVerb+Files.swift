import Glibc
import JSON
import NavCore
import UnixIO

/// Manifest files read without navd, for the verbs that need none.
struct ManifestFiles {
  /// What was read, in order.
  private(set) var manifests: [Manifest] = []
  /// The contents of the files of ``manifests``.
  private(set) var contents: [[UInt8]] = []
  /// What is wrong, file by file, with the loader's advice.
  private(set) var problems: [ManifestProblem] = []
  /// How many files were looked at.
  private(set) var count = 0

  private let masks: Bool

  /// Reads files, and the `*.json` of folders.
  ///
  /// - Parameter masks: Whether of two files of one app only the first counts.
  init(_ arguments: [String], masks: Bool = true) throws(Failure) {
    self.masks = masks
    for path in arguments {
      for file in try ManifestFiles.files(at: path) { read(file) }
    }
  }

  /// The resolver of all that was read; what it cannot use is noted.
  mutating func resolver() -> Resolver {
    var texts: [Text] = []
    let resolver = Resolver(manifests, problems: &texts)
    for text in texts { note(text) }
    return resolver
  }

  /// Whether something is an error.
  var hasErrors: Bool { problems.contains { $0.isError } }

  private static func files(at path: String) throws(Failure) -> [String] {
    guard path.hasSuffix("/") || !path.hasSuffix(".json") else { return [path] }
    do throws(Errno) {
      let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
      return try Files.names(in: folder).filter {
        $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") && !$0.hasPrefix(".")
      }.map { "\(folder)/\($0)" }
    } catch {
      if error.number == ENOTDIR { return [path] }
      throw .usage("\(Shown.safe(path)): \(error)")
    }
  }

  private mutating func read(_ path: String) {
    count += 1
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try Files.read(path, limit: ManifestLoader.maximumBytes + 1)
    } catch {
      problems.append(
        ManifestProblem(
          path: Text(path), line: 1, column: 1, message: Text("cannot be read: \(error)")))
      return
    }
    let (manifest, found) = ManifestLoader.load(path: Text(path), bytes: bytes)
    problems += found
    guard let manifest else { return }
    if masks, let first = manifests.first(where: { $0.app == manifest.app }) {
      problems.append(
        ManifestProblem(
          path: Text(path), line: 1, column: 1,
          message: Text(
            "app '\(manifest.app.string)' is in '\(first.path.string)' already: that one counts"),
          isError: false))
      return
    }
    manifests.append(manifest)
    contents.append(bytes)
  }

  /// Takes a text of the resolver, `file:line:column: message`, as a problem of its file.
  private mutating func note(_ text: Text) {
    for manifest in manifests where text.bytes.starts(with: manifest.path.bytes + [0x3A]) {
      let rest = String(text.string.dropFirst(manifest.path.string.count + 1))
      let parts = rest.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let line = Int(parts[0]), let column = Int(parts[1]) else { continue }
      let message = Text(String(parts[2].drop { $0 == " " }))
      problems.append(
        ManifestProblem(path: manifest.path, line: line, column: column, message: message))
      return
    }
    problems.append(ManifestProblem(path: "manifests", line: 1, column: 1, message: text))
  }
}
