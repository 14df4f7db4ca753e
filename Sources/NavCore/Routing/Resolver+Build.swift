public import JSON
import URLStandard

extension Resolver {
  /// Builds the link of a screen with params: the inverse of resolving one.
  ///
  /// The first pattern that the params fill gives scheme, host and path; the other params go into
  /// the query. What is built is resolved again, and given only where it comes back to the same
  /// screen and params.
  ///
  /// - Throws: `param_missing` or `param_invalid` for the params; `no_match` where no pattern gives
  ///   a link that comes back.
  public func build(app index: Int, screen number: Int, params: Params) throws(Refusal) -> Text {
    let manifest = manifests[index]
    let screen = manifest.screens[number]
    var dropped: [Text] = []
    let checked = try screen.checked(params, dropped: &dropped)
    for link in router.links[router.ranges[index]] where link.screen == number {
      guard let text = write(link, checked, manifest) else { continue }
      let back = (try? resolve(link: text, app: index, origin: .link).destination) ?? nil
      if back == Destination(screen: number, params: checked) { return text }
    }
    throw Refusal(
      .no_match, "no link pattern of '\(screen.name.string)' is filled by these params")
  }

  private func write(_ link: CompiledLink, _ params: Params, _ manifest: Manifest) -> Text? {
    var out = Bytes()
    if let scheme = link.scheme {
      out.append(scheme)
    } else {
      out.append(manifest.hosts.isEmpty ? (manifest.schemes.first ?? "") : "https")
    }
    out.append("://")
    let isWeb = link.scheme.map { $0 == "https" || $0 == "http" } ?? !manifest.hosts.isEmpty
    if isWeb {
      guard let host = link.host ?? manifest.hosts.first(where: { $0.bytes.first != 0x2A }),
        host.bytes.first != UInt8(ascii: "*")
      else { return nil }
      out.append(host)
    }
    var used: Set<Text> = []
    guard path(link, params, into: &out, &used, isWeb: isWeb) else { return nil }
    query(link, params, into: &out, used)
    if let fragment = link.fragment {
      out.append("#")
      out.append(PercentCoding.encode(fragment.bytes, .component))
    }
    return out.text
  }

  private func path(
    _ link: CompiledLink, _ params: Params, into out: inout Bytes, _ used: inout Set<Text>,
    isWeb: Bool
  ) -> Bool {
    var isFirst = !isWeb
    func add(_ segment: [UInt8], _ out: inout Bytes) {
      if !isFirst { out.append("/") }
      isFirst = false
      out.append(PercentCoding.encode(segment, .component))
    }
    for segment in link.segments {
      switch segment.kind {
      case .literal(let text): add(text.bytes, &out)
      case .wildcard: continue
      case .pattern(let component, _):
        var groups: [[UInt8]: [UInt8]] = [:]
        for name in segment.names {
          guard let text = params[name].flatMap({ Resolver.plain($0).first }) else { return false }
          groups[name.bytes] = text.bytes
          used.insert(name)
        }
        guard let made = component.generate(groups) else { return false }
        add(Array(made.dropFirst()), &out)
      case .param(let name), .optional(let name):
        guard let text = params[name].flatMap({ Resolver.plain($0).first }), !text.isEmpty else {
          if case .optional = segment.kind { continue }
          return false
        }
        used.insert(name)
        add(text.bytes, &out)
      case .oneOrMore(let name), .anyNumber(let name):
        let texts = params[name].map { Resolver.plain($0) } ?? []
        if case .oneOrMore = segment.kind, texts.isEmpty { return false }
        used.insert(name)
        for text in texts { add(text.bytes, &out) }
      }
    }
    if isWeb, link.segments.isEmpty { out.append("/") }
    return true
  }

  private func query(
    _ link: CompiledLink, _ params: Params, into out: inout Bytes, _ used: Set<Text>
  ) {
    var separator: StaticString = "?"
    func add(_ name: Text, _ value: Text, _ out: inout Bytes) {
      out.append(separator)
      separator = "&"
      out.append(PercentCoding.encode(name.bytes, .component))
      out.append("=")
      out.append(PercentCoding.encode(value.bytes, .component))
    }
    for constraint in link.query { add(constraint.key, constraint.value, &out) }
    let constrained = Set(link.query.map(\.key))
    for item in params.items where !used.contains(item.name) && !constrained.contains(item.name) {
      for text in Resolver.plain(item.value) { add(item.name, text, &out) }
    }
  }

  /// The texts that a value has in a URL: one of a scalar, one for each item of a list.
  static func plain(_ encoded: Text) -> [Text] {
    var document = Document()
    do throws(JSONError) { try document.parse(encoded.bytes) } catch { return [] }
    func text(_ node: Node, _ document: borrowing Document) -> Text {
      document.text(node) ?? document.encoded(node)
    }
    guard document.kind(document.root) == .array else { return [text(document.root, document)] }
    var nodes: [Node] = []
    document.elements(document.root) { nodes.append($0) }
    var texts: [Text] = []
    for node in nodes { texts.append(text(node, document)) }
    return texts
  }
}
