internal import JSON

/// Names and hosts that mean something else to somebody else.
extension ManifestLinter {
  /// Names that every JavaScript object has already: a front end that keeps things by name loses them.
  private static let ofObjects: Set<Text> = ["__proto__", "constructor", "prototype"]

  /// Hosts without a dot mean another machine in every network.
  mutating func checkHosts() {
    for (index, host) in manifest.hosts.enumerated() {
      let name = host.bytes.prefix { $0 != UInt8(ascii: ":") }
      guard !name.contains(UInt8(ascii: ".")), host.bytes.first != UInt8(ascii: "[") else {
        continue
      }
      warn(
        ["hosts", Text("\(index)")],
        "host \(quoted(host)) has no dot: it is another machine in every network; write it in full, "
          + "such as '\(Text(Array(name)).string).example.com'")
    }
  }

  /// Names of tabs, screens, params and methods that are taken.
  mutating func checkNames() {
    for (index, tab) in manifest.tabs.enumerated() where Self.ofObjects.contains(tab.name) {
      warn(
        ["tabs", Text("\(index)"), "name"], Self.reserved("tab", tab.name, Self.byObjects))
    }
    for screen in manifest.screens {
      let path: [Text] = ["screens", screen.name]
      if Self.ofObjects.contains(screen.name) {
        warn(path, Self.reserved("screen", screen.name, Self.byObjects), name: true)
      }
      for (index, method) in screen.methods.enumerated() where Self.ofObjects.contains(method) {
        warn(
          path + ["methods", Text("\(index)")], Self.reserved("method", method, Self.byObjects))
      }
      for param in screen.params {
        let place = path + ["params", param.name]
        if Self.ofObjects.contains(param.name) {
          warn(place, Self.reserved("param", param.name, Self.byObjects), name: true)
        } else if Self.isOfPushSystems(param.name) {
          warn(
            place,
            Self.reserved(
              "param", param.name, "push systems keep it for themselves, so no payload fills it"),
            name: true)
        }
      }
    }
  }

  private static let byObjects = "every JavaScript object has it already"

  private static func reserved(_ what: String, _ name: Text, _ why: String) -> String {
    "\(what) name \(quoted(name)) is reserved: \(why); take another"
  }

  /// Whether a payload's member of this name never becomes a field; as ``PayloadData`` has it.
  private static func isOfPushSystems(_ name: Text) -> Bool {
    let prefixes = ["gcm.", "google.", "_j_"]
    return name == "aps" || name == "dialect"
      || prefixes.contains { name.bytes.starts(with: $0.utf8) }
  }
}
