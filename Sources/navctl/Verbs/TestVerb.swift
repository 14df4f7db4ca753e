import JSON
import NavClient
import NavCore
import UnixIO

/// `test`: cases of what links and payloads mean, held against manifests without navd.
enum TestVerb {
  /// A case that did not do what it expects.
  private struct Failed {
    var name: String
    var diff: [String]
  }

  /// Runs a file of cases; refused where one fails.
  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = invocation.arguments[0].text
    var files = try ManifestFiles(try folders(invocation, path))
    let resolver = files.resolver()
    if files.hasErrors {
      for problem in files.problems where problem.isError { Console.complain(problem.text.string) }
      return .refused
    }
    let bytes = try read(path)
    var json = Document()
    do throws(JSONError) {
      try json.parse(bytes, maximumDepth: 64)
    } catch {
      let place = SourcePlace.lineColumn(at: error.offset, in: bytes)
      throw Failure.usage("\(Shown.safe(path)):\(place.line):\(place.column): \(error.message)")
    }
    guard json.kind(json.root) == .array else {
      throw Failure.usage(
        "\(Shown.safe(path)): cases are an array of objects with 'name' and 'expect'"
      )
    }
    var coverage = RouteCoverage(resolver)
    var failed: [Failed] = []
    let cases = json.list(json.root)
    for (index, node) in cases.enumerated() {
      let name = json.text(node, "name")?.string ?? "case \(index + 1)"
      let diff = TestCase.run(json, node, resolver, &coverage)
      if !diff.isEmpty { failed.append(Failed(name: name, diff: diff)) }
    }
    if invocation.has(.json) {
      try Console.line(report(cases.count, failed, coverage.unreached, resolver).string)
    } else {
      try Console.lines(lines(cases.count, failed, coverage.unreached, resolver))
    }
    return failed.isEmpty ? .done : .refused
  }

  /// The folders of `--manifests`, else `apps` beside the cases.
  private static func folders(_ invocation: Invocation, _ path: String) throws(Failure) -> [String]
  {
    let given = invocation.values(.manifests)
    if !given.isEmpty { return given }
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    guard Files.exists(parent + "apps") else {
      throw .usage("name the folder of the manifests with --manifests; there is no '\(parent)apps'")
    }
    return [parent + "apps"]
  }

  private static func read(_ path: String) throws(Failure) -> [UInt8] {
    do throws(Errno) {
      return path == "-" ? try Files.readAll(0) : try Files.read(path)
    } catch {
      throw .usage("\(Shown.safe(path)): \(error)")
    }
  }

  private static func lines(
    _ count: Int, _ failed: [Failed], _ unreached: [CompiledLink], _ resolver: Resolver
  ) -> [String] {
    let style = Style.current
    var lines: [String] = []
    for one in failed {
      lines.append(style.attention("FAILED") + "  " + style.strong(Shown.safe(one.name)))
      lines += one.diff.map { "  " + Shown.safe($0) }
    }
    lines.append("\(count - failed.count) passed, \(failed.count) failed")
    if unreached.isEmpty {
      lines.append("every route was reached")
    } else {
      lines.append("routes that no case reached:")
      for link in unreached {
        let manifest = resolver.manifests[link.app]
        lines.append(
          "  "
            + Shown.safe("\(manifest.app)  \(link.pattern)  \(manifest.screens[link.screen].name)")
            + "  " + RoutesVerb.constraints(link))
      }
    }
    return lines
  }

  private static func report(
    _ count: Int, _ failed: [Failed], _ unreached: [CompiledLink], _ resolver: Resolver
  ) -> Text {
    var failures = Bytes()
    for one in failed {
      failures.append(failures.isEmpty ? "[" : ",")
      var diff = Bytes()
      for line in one.diff {
        diff.append(diff.isEmpty ? "[" : ",")
        diff.append(quoted: Text(line))
      }
      diff.append("]")
      var object = ObjectWriter()
      object.add("name", Text(one.name))
      object.add("diff", json: diff.text)
      failures.append(object.finish())
    }
    failures.append(failures.isEmpty ? "[]" : "]")
    var routes = Bytes()
    for link in unreached {
      routes.append(routes.isEmpty ? "[" : ",")
      routes.append(RoutesVerb.json(link, resolver.manifests[link.app]))
    }
    routes.append(routes.isEmpty ? "[]" : "]")
    var object = ObjectWriter()
    object.add("passed", Int64(count - failed.count))
    object.add("failed", Int64(failed.count))
    object.add("failures", json: failures.text)
    object.add("unreached", json: routes.text)
    return object.finish()
  }
}
