internal import JSON

/// The work of ``ManifestLoader`` on one file.
struct ManifestReader: ~Copyable {
  /// A member of an object, or an element of an array, with its place.
  struct Field {
    var name: Text
    var node: Node
    var pointer: JSONPointer
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
    var pointer: JSONPointer
  }

  /// What the file says of a screen's place, before defaults.
  struct ScreenDraft {
    var pointer: JSONPointer
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
    places = PlaceIndex(bytes)
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

  /// The place of the value at a pointer, or of its name.
  func place(_ pointer: JSONPointer, name: Bool = false) -> Place {
    places.place(pointer, name: name)
  }

  /// Notes an error at a value, or at its name.
  mutating func fail(_ pointer: JSONPointer, _ message: String, name: Bool = false) {
    note(pointer, message, name: name, isError: true)
  }

  /// Notes advice.
  mutating func warn(_ pointer: JSONPointer, _ message: String, name: Bool = false) {
    note(pointer, message, name: name, isError: false)
  }

  /// Notes an error at a place that is known.
  mutating func fail(at place: Place, _ message: String) {
    note(place, message, isError: true)
  }

  private mutating func note(_ pointer: JSONPointer, _ message: String, name: Bool, isError: Bool) {
    note(place(pointer, name: name), message, isError: isError)
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
  func members(_ node: Node, _ pointer: JSONPointer) -> [Field] {
    var names: [Text] = []
    json.members(node) { name, _ in names.append(name.text) }
    var fields: [Field] = []
    for name in names {
      guard let value = json.member(node, name) else { continue }
      fields.append(Field(name: name, node: value, pointer: pointer.appending(name)))
    }
    return fields
  }

  /// The elements of an array in order.
  func elements(_ field: Field) -> [Field] {
    var nodes: [Node] = []
    json.elements(field.node) { nodes.append($0) }
    return nodes.enumerated().map { index, node in
      Field(name: field.name, node: node, pointer: field.pointer.appending(index))
    }
  }

  /// The members of an object of known members; each unknown one is an error.
  mutating func object(_ field: Field, of what: String, allowed: [Text]) -> Fields? {
    guard json.kind(field.node) == .object else {
      fail(field.pointer, "\(what) must be an object, not \(describe(field.node))")
      return nil
    }
    var fields = Fields()
    for member in members(field.node, field.pointer) {
      if allowed.contains(member.name) {
        fields.all.append(member)
      } else {
        fail(
          member.pointer,
          "unknown member \(quoted(member.name)) of \(what); "
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
