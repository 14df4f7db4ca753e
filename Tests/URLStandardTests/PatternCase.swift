import URLStandard

/// A case of urlpatterntestdata.json, and how the suite's own harness judges it.
struct PatternCase {
  let entry: [String: Any]
  let arguments: [Any]

  init(_ entry: [String: Any]) {
    self.entry = entry
    arguments = entry["pattern"] as? [Any] ?? []
  }

  /// What an overload that does not exist stands for: the types refuse it before it runs.
  struct NoSuchOverload: Error {}

  static func components(_ object: [String: Any]) -> URLPatternInit {
    var out = URLPatternInit()
    for component in URLPattern.Component.allCases {
      out[component] = (object[component.rawValue] as? String).map { Array($0.utf8) }
    }
    out.baseURL = (object["baseURL"] as? String).map { Array($0.utf8) }
    return out
  }

  static func pattern(_ arguments: [Any]) throws -> URLPattern {
    var arguments = arguments
    var ignoreCase = false
    if let options = arguments.last as? [String: Any], let flag = options["ignoreCase"] as? Bool {
      ignoreCase = flag
      if options.count == 1, arguments.count > 1 { arguments.removeLast() }
    }
    switch (arguments.first, arguments.dropFirst().first) {
    case (nil, nil): return try URLPattern(URLPatternInit(), ignoreCase: ignoreCase)
    case (let object as [String: Any], nil):
      return try URLPattern(components(object), ignoreCase: ignoreCase)
    case (let text as String, nil): return try URLPattern(text, ignoreCase: ignoreCase)
    case (let text as String, let base as String):
      return try URLPattern(text, base: base, ignoreCase: ignoreCase)
    default: throw NoSuchOverload()
    }
  }

  private func exec(_ pattern: URLPattern) throws -> URLPatternResult? {
    let inputs = entry["inputs"] as? [Any] ?? []
    switch (inputs.first, inputs.dropFirst().first) {
    case (nil, nil): return try pattern.exec(URLPatternInit())
    case (let object as [String: Any], nil): return try pattern.exec(Self.components(object))
    case (let text as String, let base):
      return try pattern.exec(
        Array(text.utf8), base: (base as? String).map { Array($0.utf8) })
    default: throw NoSuchOverload()
    }
  }

  /// What differs from the expectations; empty where the case passes.
  var differences: [String] {
    let pattern: URLPattern
    do {
      pattern = try Self.pattern(arguments)
    } catch {
      return entry["expected_obj"] as? String == "error" ? [] : ["refused: \(error)"]
    }
    if entry["expected_obj"] as? String == "error" { return ["not refused"] }
    var out: [String] = []
    for component in URLPattern.Component.allCases {
      let actual = String(decoding: pattern[component].patternString, as: UTF8.self)
      let expected = expectedPattern(component)
      if actual != expected { out.append("\(component): \(actual), not \(expected)") }
    }
    do {
      return out + differences(in: try exec(pattern))
    } catch {
      return entry["expected_match"] as? String == "error" ? out : out + ["\(error)"]
    }
  }

  private func expectedPattern(_ component: URLPattern.Component) -> String {
    let name = component.rawValue
    if let text = (entry["expected_obj"] as? [String: Any])?[name] as? String { return text }
    if isExactlyEmpty(component) { return "" }
    let object = arguments.first as? [String: Any]
    if let text = object?[name] as? String, !text.isEmpty { return text }
    let base = object?["baseURL"] as? String ?? arguments.dropFirst().first as? String
    let earlier: [String: [String]] = [
      "protocol": [], "hostname": ["protocol"], "port": ["protocol", "hostname"],
      "pathname": ["protocol", "hostname", "port"],
      "search": ["protocol", "hostname", "port", "pathname"],
      "hash": ["protocol", "hostname", "port", "pathname", "search"],
    ]
    guard let base, let url = try? URLRecord(parsing: base), let names = earlier[name],
      !names.contains(where: { object?[$0] != nil })
    else { return "*" }
    switch component {
    case .scheme: return String(url.protocol.dropLast())
    case .hostname: return url.hostname
    case .port: return url.port
    case .pathname: return url.pathname
    case .search: return String(url.search.dropFirst())
    case .hash: return String(url.hash.dropFirst())
    case .username, .password: return "*"
    }
  }

  private func isExactlyEmpty(_ component: URLPattern.Component) -> Bool {
    (entry["exactly_empty_components"] as? [String])?.contains(component.rawValue) ?? false
  }

  private func differences(in result: URLPatternResult?) -> [String] {
    guard let expected = entry["expected_match"] as? [String: Any] else {
      return result == nil ? [] : ["matches"]
    }
    guard let result else { return ["does not match"] }
    var out: [String] = []
    for component in URLPattern.Component.allCases {
      let wanted = expected[component.rawValue] as? [String: Any]
      let input = wanted?["input"] as? String ?? ""
      var groups = wanted?["groups"] as? [String: Any] ?? [:]
      if wanted == nil, !isExactlyEmpty(component) { groups["0"] = "" }
      let found = result[component]
      let text = String(decoding: found.input, as: UTF8.self)
      if text != input { out.append("\(component) input: \(text), not \(input)") }
      if found.groups.count != groups.count {
        out.append("\(component): \(found.groups.count) groups")
      }
      for group in found.groups {
        let name = String(decoding: group.name, as: UTF8.self)
        let value = group.value.map { String(decoding: $0, as: UTF8.self) }
        if groups[name] == nil || value != groups[name] as? String {
          out.append("\(component) \(name): \(value ?? "nil"), not \(groups[name] ?? "absent")")
        }
      }
    }
    return out
  }
}
