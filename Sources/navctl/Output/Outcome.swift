import JSON
import NavClient
import NavCore

/// The result of `send`, `activate` and `resolve`, in words.
struct Outcome {
  /// What to write.
  private(set) var lines: [String] = []
  /// What to exit with.
  private(set) var code = ExitCode.done

  private let style: Style

  /// Reads a result: an object, or an array of them for several sessions.
  init(json: borrowing Document, _ node: Node, style: Style = .current) {
    self.style = style
    let results = json.kind(node) == .array ? json.list(node) : [node]
    for result in results { add(json, result) }
  }

  private mutating func add(_ json: borrowing Document, _ node: Node) {
    if let error = json.member(node, "error") {
      let refused = Refused(json: json, error)
      lines.append(style.attention("refused") + "  " + Shown.safe("\(refused)"))
      if code == .done { code = ExitCode(kind: refused.kind.string) }
      if let trace = json.member(error, "data").flatMap({ json.member($0, "trace") }) {
        addTrace(json, trace)
      }
      return
    }
    let outcome = json.text(node, "outcome")?.string ?? "done"
    if outcome == "held", code == .done { code = .undone }
    let colored =
      ["delivered", "noticed"].contains(outcome) ? style.good(outcome) : style.attention(outcome)
    var parts = [colored + String(repeating: " ", count: max(0, 9 - outcome.count))]
    if let session = json.text(node, "session") { parts.append(Shown.safe(session)) }
    if let rev = json.integer(node, "rev") { parts.append("rev \(rev)") }
    if let screen = json.text(node, "screen") {
      var entry = Entry(key: 0, screen: screen)
      if let params = json.member(node, "params") { entry.params = Params(json: json, params) }
      parts.append(style.strong(Picture(style: style).text(of: entry)))
    }
    if let notice = json.text(node, "notice") { parts.append("notice \(Shown.safe(notice))") }
    if let request = json.text(node, "request") {
      parts.append(style.faint("(\(Shown.safe(request)))"))
    }
    lines.append(parts.joined(separator: "  "))
    addList("dropped", json, node)
    addList("refused", json, node)
    for command in json.list(node, "commands") {
      if let known = Command(json: json, command) {
        lines.append("  " + Picture(style: style).text(of: known))
      }
    }
    if let trace = json.member(node, "trace") { addTrace(json, trace) }
  }

  private mutating func addList(
    _ name: StaticString, _ json: borrowing Document, _ node: Node
  ) {
    for item in json.list(node, name) {
      lines.append("  " + style.attention("\(name)") + "  " + Fields.text(json, item))
    }
  }

  private mutating func addTrace(_ json: borrowing Document, _ trace: Node) {
    let items = json.kind(trace) == .array ? json.list(trace) : [trace]
    for item in items { lines += Trace(json: json, item, style: style).lines.map { "  " + $0 } }
  }
}

/// JSON values in a form that people read.
enum Fields {
  /// A string as it is, an object as `name value, name value` without nulls, all else as JSON.
  static func text(_ json: borrowing Document, _ node: Node) -> String {
    if let text = json.text(node) { return Shown.safe(text) }
    guard json.kind(node) == .object else { return Shown.safe(json.encoded(node)) }
    var parts: [String] = []
    for (name, value) in json.pairs(node) where json.kind(value) != .null {
      let shown = json.text(value) ?? json.encoded(value)
      parts.append(Shown.safe(name) + " " + Shown.safe(shown))
    }
    return parts.joined(separator: ", ")
  }
}
