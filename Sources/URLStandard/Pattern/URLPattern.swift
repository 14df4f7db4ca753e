/// A URL pattern, compiled (URL Pattern Standard, section 1.3).
public struct URLPattern: Sendable {
  /// The components of a URL that a pattern is about, in the order of a URL.
  public enum Component: String, Sendable, Hashable, CaseIterable {
    /// The scheme without its `:`.
    case scheme = "protocol"
    /// The username.
    case username
    /// The password.
    case password
    /// The host without its port.
    case hostname
    /// The port as digits, empty for the default.
    case port
    /// The path.
    case pathname
    /// The query without its `?`.
    case search
    /// The fragment without its `#`.
    case hash
  }

  private let components: [PatternComponent]

  /// Compiles the pattern of a whole URL, such as `https://*.example.com/books/:id?`.
  ///
  /// Components after the last that is written match only nothing; those before it are as the
  /// base URL has them. Throws ``URLPatternError``; a relative pattern needs a `base`.
  public init(
    _ pattern: [UInt8], base: [UInt8]? = nil, ignoreCase: Bool = false
  ) throws(URLPatternError) {
    var components = try ConstructorStringParser.parse(Self.repaired(pattern))
    if base == nil, components.scheme == nil {
      throw URLPatternError(.relative, "a pattern without a scheme needs a base URL")
    }
    components.baseURL = base
    try self.init(components, ignoreCase: ignoreCase)
  }

  /// Compiles the pattern of a whole URL.
  public init(
    _ pattern: String, base: String? = nil, ignoreCase: Bool = false
  ) throws(URLPatternError) {
    try self.init(
      Array(pattern.utf8), base: base.map { Array($0.utf8) }, ignoreCase: ignoreCase)
  }

  /// Compiles patterns of components; those that are missing match anything.
  public init(
    _ patterns: URLPatternInit, ignoreCase: Bool = false
  ) throws(URLPatternError) {
    var processed = try patterns.processedAsPattern()
    if let scheme = processed.scheme, let port = processed.port,
      let standard = SpecialScheme(scheme, 0..<scheme.count).defaultPort,
      port == Array(String(standard).utf8)
    {
      processed.port = []
    }
    var compiled: [PatternComponent] = []
    for component in Component.allCases {
      let pattern = processed[component].map(Self.repaired) ?? [0x2A]
      let isSpecial = compiled.first?.matchesSpecialScheme ?? false
      do {
        compiled.append(
          try Self.compile(component, pattern, isSpecial: isSpecial, ignoreCase: ignoreCase))
      } catch {
        throw error.about(component)
      }
    }
    components = compiled
  }

  private static func compile(
    _ component: Component, _ pattern: [UInt8], isSpecial: Bool, ignoreCase: Bool
  ) throws(URLPatternError) -> PatternComponent {
    var standard = PatternOptions.standard
    standard.ignoresCase = ignoreCase
    switch component {
    case .scheme: return try PatternComponent(pattern, .scheme, .standard)
    case .username, .password: return try PatternComponent(pattern, .userinfo, .standard)
    case .hostname:
      return try PatternComponent(pattern, isIPv6(pattern) ? .ipv6 : .hostname, .hostname)
    case .port: return try PatternComponent(pattern, .port, .standard)
    case .pathname:
      guard isSpecial else { return try PatternComponent(pattern, .opaquePathname, standard) }
      var options = PatternOptions.pathname
      options.ignoresCase = ignoreCase
      return try PatternComponent(pattern, .pathname, options)
    case .search: return try PatternComponent(pattern, .search, standard)
    case .hash: return try PatternComponent(pattern, .hash, standard)
    }
  }

  private static func isIPv6(_ pattern: [UInt8]) -> Bool {
    guard pattern.count >= 2 else { return false }
    if pattern[0] == 0x5B { return true }
    return (pattern[0] == 0x7B || pattern[0] == 0x5C) && pattern[1] == 0x5B
  }

  private static func repaired(_ text: [UInt8]) -> [UInt8] {
    PercentCoding.isUTF8(text) ? text : Array(String(decoding: text, as: UTF8.self).utf8)
  }

  /// A compiled component.
  public subscript(component: Component) -> PatternComponent {
    switch component {
    case .scheme: components[0]
    case .username: components[1]
    case .password: components[2]
    case .hostname: components[3]
    case .port: components[4]
    case .pathname: components[5]
    case .search: components[6]
    case .hash: components[7]
    }
  }

  /// Whether a component has a regular expression.
  public var hasRegExpGroups: Bool { components.contains(where: \.hasRegExpGroups) }

  /// Compares one component of two patterns: -1, 0 or 1; the more specific is the greater.
  public static func compare(
    _ component: Component, _ left: URLPattern, _ right: URLPattern
  ) -> Int {
    PatternComponent.compare(left[component], right[component])
  }

  /// The text of a component with these values for its groups; nil where they give no match.
  public func generate(_ component: Component, _ groups: [[UInt8]: [UInt8]]) -> [UInt8]? {
    self[component].generate(groups)
  }
}

extension PatternComponent {
  /// Whether it matches one of the special schemes.
  var matchesSpecialScheme: Bool {
    SpecialScheme.allCases.contains { scheme in
      guard scheme.isSpecial else { return false }
      var name: [UInt8] = []
      name.append(scheme.name)
      return (try? match(name)) != nil
    }
  }
}
