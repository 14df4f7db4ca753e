import JSON
import NavClient

/// `build`: the link that opens a screen.
enum BuildVerb {
  /// Asks navd for the link of an app's screen with params.
  static func run(_ invocation: Invocation) throws -> ExitCode {
    var params = Bytes()
    var seen: Set<String> = []
    for argument in invocation.arguments.dropFirst(2) {
      guard let equal = argument.text.firstIndex(of: "="), equal > argument.text.startIndex else {
        throw Failure.usage("a param is NAME=VALUE, not \(Shown.quoted(argument.text))")
      }
      let name = String(argument.text[..<equal])
      guard seen.insert(name).inserted else {
        throw Failure.usage("param \(Shown.quoted(name)) is given twice")
      }
      let value = argument.text[argument.text.index(after: equal)...]
      params.append(params.isEmpty ? "{" : ",")
      params.append(quoted: Text(name))
      params.append(":")
      params.append(json(Text(String(value))))
    }
    params.append(params.isEmpty ? "{}" : "}")
    var request = ObjectWriter()
    request.add("app", invocation.argument(0).map { Text($0) })
    request.add("screen", invocation.argument(1).map { Text($0) })
    request.add("params", json: params.text)
    return try Caller(invocation).show("build", request.finish()) { json, root in
      if !invocation.has(.json) { try Console.line(Shown.safe(json.text(root, "link") ?? "")) }
      return .done
    }
  }

  /// A value is text, which navd converts to the param's type; only a list or an object is JSON.
  private static func json(_ value: Text) -> Text {
    if value.bytes.first == UInt8(ascii: "[") || value.bytes.first == UInt8(ascii: "{") {
      do throws(Failure) { return try Input.json(value.bytes) } catch { return quoted(value) }
    }
    return quoted(value)
  }

  private static func quoted(_ value: Text) -> Text {
    var out = Bytes()
    out.append(quoted: value)
    return out.text
  }
}
