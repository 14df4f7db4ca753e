import JSON
import NavClient
import NavCore

/// `check`: everything that is wrong with manifests, and what is worth a look.
enum CheckVerb {
  /// Checks files without navd; refused where one has an error.
  static func run(_ invocation: Invocation) throws -> ExitCode {
    var files = try ManifestFiles(invocation.arguments.map(\.text), masks: false)
    _ = files.resolver()
    var problems = files.problems
    for (manifest, bytes) in zip(files.manifests, files.contents) {
      problems += ManifestLint.problems(of: manifest, bytes: bytes)
    }
    problems = sorted(problems)
    if invocation.has(.json) {
      try Console.line(json(problems, files.count).string)
    } else {
      try Console.lines(problems.map { Shown.safe($0.text) })
      let errors = problems.count { $0.isError }
      Console.note(
        "\(count(files.count, "manifest")): \(count(errors, "error")), "
          + count(problems.count - errors, "warning"))
    }
    return files.hasErrors ? .refused : .done
  }

  /// By file in the order of their first problem, then by place.
  private static func sorted(_ problems: [ManifestProblem]) -> [ManifestProblem] {
    var order: [Text: Int] = [:]
    for problem in problems where order[problem.path] == nil { order[problem.path] = order.count }
    func key(_ problem: ManifestProblem) -> (Int, Int, Int) {
      (order[problem.path] ?? 0, problem.line, problem.column)
    }
    return problems.indices.sorted {
      let (left, right) = (key(problems[$0]), key(problems[$1]))
      return left == right ? $0 < $1 : left < right
    }.map { problems[$0] }
  }

  private static func count(_ number: Int, _ what: String) -> String {
    number == 1 ? "1 \(what)" : "\(number) \(what)s"
  }

  private static func json(_ problems: [ManifestProblem], _ files: Int) -> Text {
    var list = Bytes()
    for problem in problems {
      list.append(list.isEmpty ? "[" : ",")
      var object = ObjectWriter()
      object.add("path", problem.path)
      object.add("line", Int64(problem.line))
      object.add("column", Int64(problem.column))
      object.add("severity", problem.isError ? "error" : "warning")
      object.add("message", problem.message)
      list.append(object.finish())
    }
    list.append(list.isEmpty ? "[]" : "]")
    var object = ObjectWriter()
    object.add("files", Int64(files))
    object.add("problems", json: list.text)
    return object.finish()
  }
}
