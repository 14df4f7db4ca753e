internal import JSON

/// The members of the app.
extension ManifestReader {
  private static let members: [Text] = [
    "$schema", "app", "title", "user", "schemes", "hosts", "base", "tabs", "root", "default",
    "conditions", "activate", "idle", "screens",
  ]

  /// Reads the whole file.
  mutating func read() {
    let top = Field(name: "", node: json.root)
    guard let fields = object(top, of: "the app", allowed: Self.members) else { return }
    _ = text(fields["$schema"], "'$schema'")
    readApp(fields["app"], top)
    manifest.title = text(fields["title"], "'title'")
    manifest.user = name(fields["user"], "'user'")
    readSchemes(fields["schemes"])
    readHosts(fields["hosts"])
    readBase(fields["base"])
    readActivate(fields["activate"])
    manifest.conditions = names(fields["conditions"], "'conditions'", each: "condition").map(\.text)

    declareScreens(fields["screens"], top)
    readTabs(fields, top)
    for index in drafts.indices { readScreen(index) }
    applyDefaults()
    checkGraph()
    checkTies()

    manifest.defaultScreen = reference(fields["default"], "'default'")
    checkOpensBare(fields["default"], manifest.defaultScreen)
    readIdle(fields["idle"])
    manifest.tabs = tabs.map { Manifest.Tab(name: $0.name, root: $0.root ?? 0) }
  }

  private mutating func readApp(_ field: Field?, _ top: Field) {
    guard let field else {
      fail(
        top.node, "'app' is missing; it must be \(quoted(manifest.app)), as the file is called")
      return
    }
    guard let app = text(field, "'app'") else { return }
    if !Self.isSessionName(app) {
      fail(
        field.node,
        "app \(quoted(app)) must be a letter or digit, then up to 63 of letters, digits, '.', '_' "
          + "and '-'")
    } else if app != manifest.app {
      fail(
        field.node,
        "app \(quoted(app)) is in a file for \(quoted(manifest.app)); "
          + "name the file '\(app.string).json' or the app \(quoted(manifest.app))")
    }
  }

  /// Whether text is fit to name a session: `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`.
  static func isSessionName(_ text: Text) -> Bool {
    guard let first = text.bytes.first, ASCII.isAlphanumeric(first), text.count <= 64 else {
      return false
    }
    return text.bytes.allSatisfy {
      ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: "-")
    }
  }

  private mutating func readSchemes(_ field: Field?) {
    manifest.schemes = schemes(field)
  }

  /// An array of schemes, in lower case; those that are never links are errors.
  mutating func schemes(_ field: Field?) -> [Text] {
    var found: [Text] = []
    for (text, node) in names(field, "'schemes'", each: "scheme") {
      let scheme = ASCII.lower(text)
      if !SchemeRules.isScheme(scheme) {
        fail(
          node,
          "\(quoted(text)) is not a scheme; write it without ':' and '/', such as 'myapp'")
      } else if SchemeRules.isDenied(scheme) {
        fail(node, "scheme \(quoted(text)) is never a link; take one of your own")
      } else if found.contains(scheme) {
        fail(node, "scheme \(quoted(text)) is given twice (case does not count); once is enough")
      } else {
        found.append(scheme)
      }
    }
    return found
  }

  private mutating func readHosts(_ field: Field?) {
    manifest.hosts = hosts(field)
  }

  /// An array of hosts in their normal form.
  mutating func hosts(_ field: Field?) -> [Text] {
    var found: [Text] = []
    for (text, node) in names(field, "'hosts'", each: "host") {
      guard let host = HostRules.normalize(text) else {
        fail(
          node,
          "\(quoted(text)) is not a host; write 'shop.example.com', '*.shop.example.com' or "
            + "'shop.example.com:8443'")
        continue
      }
      if found.contains(host) {
        fail(node, "host \(quoted(text)) is given twice (case does not count); once is enough")
      } else {
        found.append(host)
      }
    }
    return found
  }

  private mutating func readBase(_ field: Field?) {
    guard let field, let text = text(field, "'base'") else { return }
    guard let address = WebAddress(text), address.isWeb, !address.hasUserInfo else {
      fail(
        field.node,
        "base \(quoted(text)) must be an absolute http or https URL without user name, such as "
          + "'https://shop.example.com/'")
      return
    }
    manifest.base = address.href
  }

  private mutating func readActivate(_ field: Field?) {
    guard let field, let fields = object(field, of: "'activate'", allowed: ["unit"]) else { return }
    guard let unit = fields["unit"] else {
      fail(field.node, "'unit' is missing; name the systemd unit of the front end")
      return
    }
    guard let text = text(unit, "'unit'") else { return }
    if Self.isUnit(text) {
      manifest.activationUnit = text
    } else {
      fail(
        unit.node,
        "\(quoted(text)) is not a unit that can be started; write it in full, such as "
          + "'shop-ui.service' or 'shop-ui@main.service'")
    }
  }

  /// Whether text names a startable unit (systemd.unit(5)): no template without instance.
  static func isUnit(_ text: Text) -> Bool {
    let endings = [".service", ".target", ".socket"]
    guard text.count <= 255, let ending = endings.first(where: { text.string.hasSuffix($0) }) else {
      return false
    }
    let name = text.bytes.dropLast(ending.utf8.count)
    let marks = Array(":_.\\@-".utf8)
    return !name.isEmpty && name.last != UInt8(ascii: "@") && name.first != UInt8(ascii: "@")
      && name.allSatisfy { ASCII.isAlphanumeric($0) || marks.contains($0) }
  }

  private mutating func readIdle(_ field: Field?) {
    guard let field, let fields = object(field, of: "'idle'", allowed: ["after", "go"]) else {
      return
    }
    for name: Text in ["after", "go"] where fields[name] == nil {
      fail(
        field.node,
        "'\(name.string)' is missing; write {\"after\": seconds, \"go\": \"a screen\"}")
    }
    let after = seconds(fields["after"], "'after'")
    let screen = reference(fields["go"], "'go'")
    checkOpensBare(fields["go"], screen)
    if let after, let screen { manifest.idle = Manifest.Idle(after: after, screen: screen) }
  }
}
