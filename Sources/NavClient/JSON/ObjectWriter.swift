package import JSON

/// Writes one JSON object, member by member.
package struct ObjectWriter: ~Copyable {
  private var out = Bytes()

  /// Begins an empty object.
  package init() {}

  /// Adds a string; nothing for nil.
  package mutating func add(_ name: StaticString, _ text: Text?) {
    guard let text else { return }
    begin(name)
    out.append(quoted: text)
  }

  /// Adds a value that is JSON already; nothing for nil.
  package mutating func add(_ name: StaticString, json: Text?) {
    guard let json else { return }
    begin(name)
    out.append(json)
  }

  /// Adds a number; nothing for nil.
  package mutating func add(_ name: StaticString, _ number: Int64?) {
    guard let number else { return }
    begin(name)
    out.append(number)
  }

  /// Adds `true`; nothing for false.
  package mutating func add(_ name: StaticString, if condition: Bool) {
    guard condition else { return }
    begin(name)
    out.append("true")
  }

  /// Ends the object.
  package consuming func finish() -> Text {
    if out.isEmpty { out.append("{") }
    out.append("}")
    return out.text
  }

  private mutating func begin(_ name: StaticString) {
    out.append(out.isEmpty ? "{" : ",")
    out.append(quoted: name)
    out.append(":")
  }
}
