import JSON
import NavClient

/// What differs between an expectation and a result, as lines with `-` and `+`.
enum CaseDiff {
  /// The lines; at the top only what is expected is compared, below it everything.
  static func lines(
    _ json: borrowing Document, _ expected: Node, _ found: borrowing Document, _ root: Node
  ) -> [String] {
    var lines: [String] = []
    for (name, value) in json.pairs(expected) {
      compare(json, value, found, found.member(root, name), name.string, &lines)
    }
    let wantsError = json.member(expected, "error") != nil
    if !lines.isEmpty, !wantsError, let message = found.text(root, "message") {
      lines.append("it was refused: \(message.string)")
    }
    return lines
  }

  private static func compare(
    _ json: borrowing Document, _ expected: Node?, _ found: borrowing Document, _ node: Node?,
    _ path: String, _ lines: inout [String]
  ) {
    guard let expected, let node, json.kind(expected) == found.kind(node) else {
      note(path, expected.map { json.encoded($0) }, node.map { found.encoded($0) }, &lines)
      return
    }
    switch json.kind(expected) {
    case .object:
      let names = json.pairs(expected).map(\.name)
      let more = found.pairs(node).map(\.name).filter { !names.contains($0) }
      for name in names + more {
        compare(
          json, json.member(expected, name), found, found.member(node, name),
          path + "." + name.string, &lines)
      }
    case .array:
      let (left, right) = (json.list(expected), found.list(node))
      for index in 0..<max(left.count, right.count) {
        compare(
          json, index < left.count ? left[index] : nil, found,
          index < right.count ? right[index] : nil, "\(path)[\(index)]", &lines)
      }
    default:
      let (left, right) = (json.encoded(expected), found.encoded(node))
      if left != right { note(path, left, right, &lines) }
    }
  }

  private static func note(
    _ path: String, _ expected: Text?, _ found: Text?, _ lines: inout [String]
  ) {
    if let expected { lines.append("- \(path): \(expected.string)") }
    if let found { lines.append("+ \(path): \(found.string)") }
    if found == nil { lines.append("+ \(path): nothing") }
  }
}
