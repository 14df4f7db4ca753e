/// What a pattern found in a URL (the standard's `URLPatternResult`).
public struct URLPatternResult: Sendable, Hashable {
  /// What one component's pattern found.
  public struct Component: Sendable, Hashable {
    /// The component, canonical.
    public var input: [UInt8]
    /// The groups by their order in the pattern; the value is nil where a group took no part.
    public var groups: [Group]

    /// The value of the group with this name.
    public subscript(name: [UInt8]) -> [UInt8]? {
      groups.first { $0.name == name }?.value
    }
  }

  /// One group.
  public struct Group: Sendable, Hashable {
    /// Its name, or its number as digits.
    public var name: [UInt8]
    /// What it matched, not decoded; nil where it took no part.
    public var value: [UInt8]?
  }

  private var components: [URLPattern.Component: Component]

  init(_ components: [URLPattern.Component: Component]) { self.components = components }

  /// What the pattern of a component found.
  public subscript(component: URLPattern.Component) -> Component {
    components[component] ?? Component(input: [], groups: [])
  }
}

extension URLPattern {
  /// Matches a parsed URL; nil where it does not match.
  ///
  /// Throws ``URLPatternError/Kind/costly`` where a regular expression reaches its limits: the
  /// pattern is at fault then, and nothing is known about the URL.
  public func exec(_ url: URLRecord) throws(URLPatternError) -> URLPatternResult? {
    var values = URLPatternInit()
    values.scheme = url.schemeBytes
    values.username = Array(url.bytes[url.usernameRange])
    values.password = Array(url.bytes[url.passwordRange])
    values.hostname = url.hostBytes
    values.port = Array(url.bytes[url.portRange])
    values.pathname = url.pathBytes
    values.search = url.queryBytes ?? []
    values.hash = url.fragmentBytes ?? []
    return try match(values)
  }

  /// Matches a URL in text, relative to `base` if there is one; nil where it is none.
  public func exec(
    _ input: [UInt8], base: [UInt8]? = nil
  ) throws(URLPatternError) -> URLPatternResult? {
    var baseURL: URLRecord?
    if let base {
      guard let parsed = try? URLRecord(parsing: base) else { return nil }
      baseURL = parsed
    }
    guard let url = try? URLRecord(parsing: input, base: baseURL) else { return nil }
    return try exec(url)
  }

  /// Matches values of components, those missing being empty; nil where one cannot be.
  public func exec(_ input: URLPatternInit) throws(URLPatternError) -> URLPatternResult? {
    guard let values = try? input.processedAsURL() else { return nil }
    return try match(values)
  }

  /// Whether a parsed URL matches.
  public func test(_ url: URLRecord) throws(URLPatternError) -> Bool { try exec(url) != nil }

  /// Whether a URL in text matches.
  public func test(
    _ input: [UInt8], base: [UInt8]? = nil
  ) throws(URLPatternError) -> Bool {
    try exec(input, base: base) != nil
  }

  /// Whether values of components match.
  public func test(_ input: URLPatternInit) throws(URLPatternError) -> Bool {
    try exec(input) != nil
  }

  private func match(_ values: URLPatternInit) throws(URLPatternError) -> URLPatternResult? {
    var results: [Component: URLPatternResult.Component] = [:]
    for component in Component.allCases {
      let input = values[component] ?? []
      let pattern = self[component]
      let ranges: [Range<Int>?]?
      do {
        ranges = try pattern.match(input)
      } catch {
        throw error.about(component)
      }
      guard let ranges else { return nil }
      let groups = zip(pattern.groupNames, ranges).map { name, range in
        URLPatternResult.Group(name: name, value: range.map { Array(input[$0]) })
      }
      results[component] = URLPatternResult.Component(input: input, groups: groups)
    }
    return URLPatternResult(results)
  }
}
