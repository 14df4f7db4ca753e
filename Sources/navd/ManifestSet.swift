import JSON
import NavCore
import UnixIO

/// The manifests in force, read from a list of directories.
struct ManifestSet {
  /// Where they are looked for; the first file of a name masks later ones.
  let directories: [String]
  private var inForce: [Manifest] = []

  init(directories: [String]) {
    self.directories = directories
  }

  /// What reading the directories gave.
  struct Reading {
    var resolver: Resolver
    /// Errors, each with its place; a file with one is not in force.
    var problems: [Text]
    /// The uids of the names that manifests give as `user`.
    var accounts: [Text: UInt32]
  }

  /// Reads all manifests; of a file with errors, the version from before stays in force.
  mutating func read() -> Reading {
    var problems: [Text] = []
    var manifests: [Manifest] = []
    for path in paths(&problems) {
      let (manifest, found) = load(path)
      problems.append(contentsOf: found)
      let app = ManifestLoader.app(ofPath: Text(path))
      if let manifest = manifest ?? inForce.first(where: { $0.app == app }) {
        manifests.append(manifest)
      }
    }
    let resolver = Resolver(manifests, problems: &problems)
    inForce = manifests
    return Reading(
      resolver: resolver, problems: problems, accounts: accounts(manifests, &problems))
  }

  private func paths(_ problems: inout [Text]) -> [String] {
    var seen: Set<String> = []
    var paths: [String] = []
    for directory in directories {
      do throws(Errno) {
        for name in try Files.names(in: directory)
        where name.hasSuffix(".json") && !name.hasSuffix(".schema.json") && !name.hasPrefix(".")
          && name.utf8.count > 5
        {
          if seen.insert(name).inserted { paths.append("\(directory)/\(name)") }
        }
      } catch {
        if error != .notFound { problems.append(Text("\(directory): cannot be read: \(error)")) }
      }
    }
    return paths
  }

  private func load(_ path: String) -> (Manifest?, [Text]) {
    do throws(Errno) {
      let bytes = try Files.read(path, limit: ManifestLoader.maximumBytes + 1)
      let (manifest, problems) = ManifestLoader.load(path: Text(path), bytes: bytes)
      return (manifest, problems.filter(\.isError).map(\.text))
    } catch {
      return (nil, [Text("\(path): cannot be read: \(error)")])
    }
  }

  private func accounts(
    _ manifests: [Manifest], _ problems: inout [Text]
  ) -> [Text: UInt32] {
    var accounts: [Text: UInt32] = [:]
    for manifest in manifests {
      guard let user = manifest.user, accounts[user] == nil else { continue }
      if let uid = Accounts.user(user.string) ?? UInt32(user.string) {
        accounts[user] = uid
      } else {
        problems.append(
          Text("\(manifest.path.string): there is no user '\(user.string)' on this machine"))
      }
    }
    return accounts
  }
}
