/// "Process a URLPatternInit" (URL Pattern Standard, section 3.2).
extension URLPatternInit {
  /// The components as patterns, with what the base URL gives.
  func processedAsPattern() throws(URLPatternError) -> URLPatternInit {
    try processed(isPattern: true)
  }

  /// The components as canonical values, empty where they are missing.
  func processedAsURL() throws(URLPatternError) -> URLPatternInit {
    var result = try processed(isPattern: false)
    for component in URLPattern.Component.allCases where result[component] == nil {
      result[component] = []
    }
    return result
  }

  private func processed(isPattern: Bool) throws(URLPatternError) -> URLPatternInit {
    var result = URLPatternInit()
    var base: URLRecord?
    if let baseURL {
      let url: URLRecord
      do {
        url = try URLRecord(parsing: baseURL)
      } catch {
        throw URLPatternError(.baseURL, "the base URL is none: \(error.kind.rawValue)")
      }
      inherit(from: url, isPattern: isPattern, into: &result)
      base = url
    }
    func set(
      _ component: URLPattern.Component, _ value: [UInt8]?, _ canonicalizer: PatternCanonicalizer
    ) throws(URLPatternError) {
      guard let value else { return }
      do {
        result[component] = isPattern ? value : try canonicalizer.apply(value)
      } catch {
        throw error.about(component)
      }
    }
    try set(.scheme, scheme.map { $0.last == 0x3A ? Array($0.dropLast()) : $0 }, .scheme)
    try set(.username, username, .userinfo)
    try set(.password, password, .userinfo)
    try set(.hostname, hostname, .hostname)
    let name = result.scheme ?? []
    let special = SpecialScheme(name, 0..<name.count)
    if let port {
      result.port = isPattern ? port : try PatternCanonicalizer.port(port, special)
    }
    try set(
      .pathname, pathname.map { Self.resolve($0, base, isPattern: isPattern) },
      special.isSpecial || name.isEmpty ? .pathname : .opaquePathname)
    try set(.search, search.map { $0.first == 0x3F ? Array($0.dropFirst()) : $0 }, .search)
    try set(.hash, hash.map { $0.first == 0x23 ? Array($0.dropFirst()) : $0 }, .hash)
    return result
  }

  /// Gives what comes before the first component that is given itself.
  private func inherit(from base: URLRecord, isPattern: Bool, into result: inout URLPatternInit) {
    func text(_ range: Range<Int>?) -> [UInt8] {
      let bytes = range.map { Array(base.bytes[$0]) } ?? []
      return isPattern ? PatternWriter.escapingPattern(bytes) : bytes
    }
    if scheme != nil { return }
    result.scheme = text(base.schemeRange)
    if hostname == nil, port == nil, username == nil, !isPattern {
      result.username = text(base.usernameRange)
      if password == nil { result.password = text(base.passwordRange) }
    }
    if hostname != nil { return }
    result.hostname = text(base.hostRange)
    if port != nil { return }
    result.port = text(base.portRange)
    if pathname != nil { return }
    result.pathname = text(base.pathRange)
    if search != nil { return }
    result.search = text(base.queryRange)
    if hash != nil { return }
    result.hash = text(base.fragmentRange)
  }

  /// A relative path after the directory of the base's path.
  private static func resolve(
    _ path: [UInt8], _ base: URLRecord?, isPattern: Bool
  ) -> [UInt8] {
    guard let base, !base.hasOpaquePath, !isAbsolute(path, isPattern: isPattern) else {
      return path
    }
    let bytes = base.pathBytes
    let basePath = isPattern ? PatternWriter.escapingPattern(bytes) : bytes
    guard let slash = basePath.lastIndex(of: 0x2F) else { return path }
    return basePath[...slash] + path
  }

  private static func isAbsolute(_ path: [UInt8], isPattern: Bool) -> Bool {
    guard let first = path.first else { return false }
    if first == 0x2F { return true }
    return isPattern && path.count >= 2 && (first == 0x5C || first == 0x7B) && path[1] == 0x2F
  }
}
