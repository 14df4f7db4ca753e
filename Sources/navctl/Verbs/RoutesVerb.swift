import JSON
import NavClient
import NavCore

/// `routes`: the links of manifests as they are tried.
enum RoutesVerb {
  /// Shows the compiled table without navd; refused where a manifest has an error.
  static func run(_ invocation: Invocation) throws -> ExitCode {
    var files = try ManifestFiles(invocation.arguments.map(\.text))
    let resolver = files.resolver()
    for problem in files.problems where problem.isError { Console.complain(problem.text.string) }
    if invocation.has(.json) {
      try Console.line(json(resolver).string)
    } else {
      try Console.lines(table(resolver))
    }
    return files.hasErrors ? .refused : .done
  }

  private static func table(_ resolver: Resolver) -> [String] {
    var rows = [["APP", "PATTERN", "SCREEN", "CONSTRAINTS", "PRIORITY"]]
    for link in resolver.router.links {
      let manifest = resolver.manifests[link.app]
      rows.append([
        Shown.safe(manifest.app), Shown.safe(link.pattern),
        Shown.safe(manifest.screens[link.screen].name), constraints(link),
        "\(link.priority)",
      ])
    }
    return Table.lines(rows)
  }

  /// What a link asks beside its path, such as `navigationKey=orderdetail #top from push,link`.
  static func constraints(_ link: CompiledLink) -> String {
    var parts = link.query.map { Shown.safe($0.key) + "=" + Shown.safe($0.value) }
    if let fragment = link.fragment { parts.append("#" + Shown.safe(fragment)) }
    if link.origins != .all { parts.append("from " + origins(link).joined(separator: ",")) }
    return parts.isEmpty ? "-" : parts.joined(separator: " ")
  }

  private static func origins(_ link: CompiledLink) -> [String] {
    let all: [OriginSet] = [.push, .link, .web, .cli, .ui]
    return all.filter { link.origins.contains($0) }.map { $0.name.string }
  }

  private static func json(_ resolver: Resolver) -> Text {
    var list = Bytes()
    for link in resolver.router.links {
      list.append(list.isEmpty ? "[" : ",")
      list.append(json(link, resolver.manifests[link.app]))
    }
    list.append(list.isEmpty ? "[]" : "]")
    var object = ObjectWriter()
    object.add("routes", json: list.text)
    return object.finish()
  }

  static func json(_ link: CompiledLink, _ manifest: Manifest) -> Text {
    var query = Bytes()
    for (key, value) in link.query {
      query.append(query.isEmpty ? "{" : ",")
      query.append(quoted: key)
      query.append(":")
      query.append(quoted: value)
    }
    query.append(query.isEmpty ? "{}" : "}")
    var object = ObjectWriter()
    object.add("app", manifest.app)
    object.add("pattern", link.pattern)
    object.add("screen", manifest.screens[link.screen].name)
    object.add("query", json: query.text)
    object.add("fragment", json: link.fragment == nil ? "null" : nil)
    object.add("fragment", link.fragment)
    object.add("origins", json: Text("[\"" + origins(link).joined(separator: "\",\"") + "\"]"))
    object.add("priority", Int64(link.priority))
    object.add("file", manifest.path)
    object.add("line", Int64(link.place.line))
    object.add("column", Int64(link.place.column))
    return object.finish()
  }
}
