public import JSON

/// All apps whose manifests are in force, with the indices that find the one to ask.
public struct Catalog: Sendable {
  /// The manifests, in the order of their files.
  public var manifests: [Manifest] { didSet { index() } }
  private var byName: [Text: Int] = [:]
  private var byScheme: [Text: [Int]] = [:]
  private var byHost: [Text: [Int]] = [:]
  private var byHostSuffix: [Text: [Int]] = [:]
  private var byScreen: [Text: [Int]] = [:]

  /// Makes a catalog without apps.
  public init() { manifests = [] }

  /// Loads manifest files.
  ///
  /// - Parameters:
  ///   - files: in the order of their precedence: of two files of one name the first counts.
  ///   - keeping: the catalog that was in force: an app whose file has errors stays as it is there.
  ///   - problems: what is wrong with the files, file by file, is appended to it.
  public init(
    files: [(path: Text, bytes: [UInt8])], keeping: Catalog? = nil,
    problems: inout [ManifestProblem]
  ) {
    manifests = []
    var seen: Set<Text> = []
    var found: [Manifest] = []
    for file in files {
      let app = ManifestLoader.app(ofPath: file.path)
      guard seen.insert(app).inserted else { continue }
      let (manifest, messages) = ManifestLoader.load(path: file.path, bytes: file.bytes)
      problems += messages
      if let manifest = manifest ?? keeping?.manifest(app) { found.append(manifest) }
    }
    manifests = found
    index()
  }

  /// The position of an app by its name.
  public func app(_ name: Text) -> Int? { byName[name] }

  /// The manifest of an app by its name.
  public func manifest(_ name: Text) -> Manifest? { byName[name].map { manifests[$0] } }

  /// The apps that claim a scheme, given in lower case.
  public func apps(claimingScheme scheme: Text) -> [Int] { byScheme[scheme] ?? [] }

  /// The apps that claim a host, given as the URL Standard serializes it, with `:port` unless that
  /// is the scheme's default; in order, each once.
  public func apps(claimingHost host: Text) -> [Int] {
    var found = byHost[host] ?? []
    let bytes = host.bytes
    for dot in bytes.indices.dropFirst() where bytes[dot] == UInt8(ascii: ".") {
      found += byHostSuffix[Text(Array(bytes[(dot &+ 1)...]))] ?? []
    }
    return Array(Set(found)).sorted()
  }

  /// The apps that have a screen of this name or alias.
  public func apps(withScreen name: Text) -> [Int] { byScreen[name] ?? [] }

  private mutating func index() {
    (byName, byScheme, byHost, byHostSuffix, byScreen) = ([:], [:], [:], [:], [:])
    for (position, manifest) in manifests.enumerated() {
      byName[manifest.app] = position
      for scheme in manifest.schemes { byScheme[scheme, default: []].append(position) }
      for name in manifest.screenNames.keys { byScreen[name, default: []].append(position) }
      for host in manifest.hosts {
        if host.bytes.starts(with: "*.".utf8) {
          byHostSuffix[Text(Array(host.bytes.dropFirst(2))), default: []].append(position)
        } else {
          byHost[host, default: []].append(position)
        }
      }
    }
  }
}
