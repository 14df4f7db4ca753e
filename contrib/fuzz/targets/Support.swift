import Glibc
import JSON
import NavCore

/// Ends the process with what is wrong, so that libFuzzer keeps the input.
func fail(_ message: String) -> Never {
  let line = Array("fuzz: \(message)\n".utf8)
  _ = write(2, line, line.count)
  abort()
}

func require(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { fail(message()) }
}

/// A file's bytes; empty where it cannot be read.
func contents(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65536)
  while case let count = fread(&block, 1, block.count, file), count > 0 {
    bytes += block[..<count]
  }
  return bytes
}

/// The sample manifests, from the folder that the environment names.
func sampleManifests() -> [Manifest] {
  let folder = getenv("FUZZ_MANIFESTS").map { String(cString: $0) } ?? "contrib/manifests"
  return ["shop", "kiosk"].map { app in
    let path = "\(folder)/\(app).json"
    let (manifest, problems) = ManifestLoader.load(path: Text(path), bytes: contents(path))
    guard let manifest else {
      fail("\(path) does not load: \(problems.map(\.text.string))")
    }
    return manifest
  }
}

/// The resolver of the sample manifests.
func sampleResolver() -> Resolver {
  var problems: [Text] = []
  return Resolver(sampleManifests(), problems: &problems)
}

/// Whether bytes are one JSON text of at most `depth` levels.
func isJSON(_ bytes: [UInt8], depth: Int = 128) -> Bool {
  var json = Document()
  do { try json.parse(bytes, maximumDepth: depth) } catch { return false }
  return true
}

/// Small, fast and repeatable: the same input gives the same chunks.
struct Chunks {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return limit <= 0 ? 0 : Int(truncatingIfNeeded: state >> 33) % limit
  }
}

func bytes(_ data: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: data, count: count))
}
