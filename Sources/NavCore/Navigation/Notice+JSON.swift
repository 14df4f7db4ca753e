public import JSON

extension Notice {
  /// Writes the notice as the wire has it: collapse key, calls and buttons' links stay inside.
  public func write(into out: inout Bytes) { write(into: &out, whole: false) }

  /// Writes all of the notice, for the store.
  public func writeWhole(into out: inout Bytes) { write(into: &out, whole: true) }

  private func write(into out: inout Bytes, whole: Bool) {
    out.append("{\"id\":")
    Notice.write(id: id, into: &out)
    Notice.write(",\"title\":", title, into: &out)
    Notice.write(",\"body\":", body, into: &out)
    Notice.write(",\"image\":", image, into: &out)
    out.append(",\"buttons\":[")
    out.append(list: buttons) { out, button in
      out.append("{\"id\":")
      out.append(quoted: button.id)
      out.append(",\"title\":")
      out.append(quoted: button.title)
      if whole { Notice.write(",\"link\":", button.link, into: &out) }
      out.append("}")
    }
    out.append("],\"target\":")
    if let screen {
      out.append("{\"screen\":")
      out.append(quoted: screen)
      out.append(",\"params\":")
      params.write(into: &out)
      out.append("}")
    } else {
      out.append("null")
    }
    out.append(",\"at\":")
    out.append(at)
    out.append(",\"until\":")
    if let until { out.append(until) } else { out.append("null") }
    if whole {
      Notice.write(",\"collapse\":", collapse, into: &out)
      Notice.write(",\"message\":", message, into: &out)
      out.append(",\"calls\":[")
      out.append(list: calls) { out, call in
        out.append(quoted: call)
      }
      out.append("]")
    }
    out.append("}")
  }

  private static func write(_ name: StaticString, _ value: Text?, into out: inout Bytes) {
    out.append(name)
    if let value { out.append(quoted: value) } else { out.append("null") }
  }

  /// Reads a notice, whole or as the wire has it; nil where its id is missing or wrong.
  public init?(json: borrowing Document, _ node: Node) {
    func text(_ name: StaticString, of node: Node, _ json: borrowing Document) -> Text? {
      guard let value = json.member(node, name) else { return nil }
      return json.text(value)
    }
    guard let name = text("id", of: node, json), let id = Notice.number(of: name) else {
      return nil
    }
    self.init(id: id)
    title = text("title", of: node, json)
    body = text("body", of: node, json)
    image = text("image", of: node, json)
    collapse = text("collapse", of: node, json)
    message = text("message", of: node, json)
    if let list = json.member(node, "buttons") {
      var nodes: [Node] = []
      json.elements(list) { nodes.append($0) }
      for node in nodes {
        guard let id = text("id", of: node, json) else { continue }
        buttons.append(
          Button(
            id: id, title: text("title", of: node, json) ?? id, link: text("link", of: node, json)))
      }
    }
    if let target = json.member(node, "target"), let name = text("screen", of: target, json) {
      screen = name
      if let given = json.member(target, "params") { params = Params(json: json, given) }
    }
    if let list = json.member(node, "calls") {
      var names: [Node] = []
      json.elements(list) { names.append($0) }
      for name in names { if let method = json.text(name) { calls.append(method) } }
    }
    if let value = json.member(node, "at") { at = json.integer(value) ?? 0 }
    if let value = json.member(node, "until") { until = json.integer(value) }
  }
}
