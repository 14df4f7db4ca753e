internal import JSON

/// The work of ``ManifestLoader`` on one file.
struct ManifestReader: ~Copyable {
  /// A member of an object, or an element of an array, with its place.
  struct Field {
    var name: Text
    var node: Node
  }

  /// The members of an object by name.
  struct Fields {
    var all: [Field] = []
    subscript(name: Text) -> Field? { all.first { $0.name == name } }
  }

  /// A tab whose root may be unknown.
  struct TabDraft {
    var name: Text
    var root: Int?
    var node: Node
  }

  /// What the file says of a screen's place, before defaults.
  struct ScreenDraft {
    var node: Node
    var placement: Screen.Placement?
    var presents = false
    var fields = Fields()
  }

  let json: Document
  let places: PlaceIndex
  var manifest: Manifest
  var problems: [ManifestProblem] = []
  var tabs: [TabDraft] = []
  var drafts: [ScreenDraft] = []
  /// Params of the present screen whose type is wrong: their values are not looked at.
  var brokenParams: [Text] = []

  init(_ document: consuming Document, bytes: [UInt8], path: Text) {
    json = document
    places = PlaceIndex(bytes, json)
    manifest = Manifest(app: ManifestLoader.app(ofPath: path))
    manifest.path = path
  }

  /// The problems in the order of their places.
  var sortedProblems: [ManifestProblem] {
    let order = problems.indices.sorted {
      let (left, right) = (problems[$0], problems[$1])
      return (left.line, left.column, $0) < (right.line, right.column, $1)
    }
    return order.map { problems[$0] }
  }

  /// The place of a value, or of its name.
  func place(_ node: Node, name: Bool = false) -> Place {
    places.place(node, name: name)
  }

  /// Notes an error at a value, or at its name.
  mutating func fail(_ node: Node, _ message: String, name: Bool = false) {
    note(node, message, name: name, isError: true)
  }

  /// Notes advice.
  mutating func warn(_ node: Node, _ message: String, name: Bool = false) {
    note(node, message, name: name, isError: false)
  }

  /// Notes an error at a place that is known.
  mutating func fail(at place: Place, _ message: String) {
    note(place, message, isError: true)
  }

  private mutating func note(_ node: Node, _ message: String, name: Bool, isError: Bool) {
    note(place(node, name: name), message, isError: isError)
  }

  private mutating func note(_ place: Place, _ message: String, isError: Bool) {
    problems.append(
      ManifestProblem(
        path: manifest.path, line: place.line, column: place.column,
        message: ManifestReader.oneLine(message),
        isError: isError))
  }

  /// Text without control characters, which would break a line or a terminal.
  private static func oneLine(_ message: String) -> Text {
    var bytes: [UInt8] = []
    for byte in message.utf8 {
      switch byte {
      case 0x09: bytes += "\\t".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0..<0x20, 0x7F: bytes += "\u{FFFD}".utf8
      default: bytes.append(byte)
      }
    }
    return Text(bytes)
  }

  /// The members of an object in order, whatever their names.
  func members(_ node: Node) -> [Field] {
    var fields: [Field] = []
    json.members(node) { name, value in
      fields.append(Field(name: name.text, node: value))
    }
    return fields
  }

  /// The elements of an array in order.
  func elements(_ field: Field) -> [Field] {
    var fields: [Field] = []
    json.elements(field.node) { fields.append(Field(name: field.name, node: $0)) }
    return fields
  }

  /// The members of an object of known members; each unknown one is an error.
  mutating func object(
    _ field: Field, of what: @autoclosure () -> String, allowed: [Text]
  ) -> Fields? {
    guard json.kind(field.node) == .object else {
      fail(field.node, "\(what()) must be an object, not \(describe(field.node))")
      return nil
    }
    var fields = Fields()
    for member in members(field.node) {
      if allowed.contains(member.name) {
        fields.all.append(member)
      } else {
        fail(
          member.node,
          "unknown member \(quoted(member.name)) of \(what()); "
            + Spelling.suggestion(for: member.name, among: allowed, what: "members"), name: true)
      }
    }
    return fields
  }

  /// What a value is, in words.
  func describe(_ node: Node) -> String {
    switch json.kind(node) {
    case .null: "null"
    case .bool: json.bool(node) == true ? "true" : "false"
    case .integer, .unsigned, .double: "the number \(json.encoded(node).string)"
    case .string: "the string \(quoted(json.text(node) ?? ""))"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
