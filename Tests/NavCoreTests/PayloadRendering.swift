import JSON
import NavCore

extension Delivery {
  /// The delivery as one JSON object of what it has, in a fixed order, as the case files have it.
  func rendered(in payload: borrowing Document) -> Text {
    rendered(marker, withData(in: payload) { $0.encoded($1) })
  }

  /// The same but for what decided, and for where data were.
  var renderedPlainly: Text { rendered(nil, nil) }

  private func rendered(_ marker: Text?, _ data: Text?) -> Text {
    var out = Bytes()
    out.append("{\"dialect\":")
    out.append(quoted: dialect.name)
    func text(_ name: StaticString, _ value: Text?) {
      guard let value else { return }
      key(name)
      out.append(quoted: value)
    }
    func number(_ name: StaticString, _ value: Int64?) {
      guard let value else { return }
      key(name)
      out.append(value)
    }
    func flag(_ name: StaticString, _ value: Bool) {
      guard value else { return }
      key(name)
      out.append("true")
    }
    func key(_ name: StaticString) {
      out.append(",\"")
      out.append(name)
      out.append("\":")
    }
    func list(_ name: StaticString, _ values: [Text]) {
      guard !values.isEmpty else { return }
      key(name)
      for (index, value) in values.enumerated() {
        out.append(index == 0 ? "[" : ",")
        out.append(quoted: value)
      }
      out.append("]")
    }
    text("marker", marker)
    flag("tapped", tapped)
    text("action", action)
    text("screen", screen)
    text("link", link)
    text("link_at", linkAt.isEmpty ? nil : linkAt)
    if !fields.isEmpty {
      key("fields")
      Params(fields).write(into: &out)
    }
    list("calls", calls)
    text("title", title)
    text("body", body)
    text("image", image)
    for (index, button) in buttons.enumerated() {
      if index == 0 { key("buttons") }
      out.append(index == 0 ? "[[" : ",[")
      out.append(quoted: button.id)
      out.append(",")
      out.append(quoted: button.title)
      if let link = button.link {
        out.append(",")
        out.append(quoted: link)
      }
      out.append(index == buttons.count - 1 ? "]]" : "]")
    }
    text("id", messageID)
    text("collapse", collapseKey)
    number("ttl", timeToLive)
    number("sent", sentAt)
    number("expires", expiresAt)
    text("token", activationToken)
    flag("silent", isSilent)
    text("nothing", nothing)
    list("used", usedNames)
    if let data {
      key("data")
      out.append(data)
    }
    out.append("}")
    return out.text
  }
}

extension Refusal {
  /// The refusal as one JSON object, as the case files have it.
  var rendered: Text {
    var out = Bytes()
    out.append("{\"error\":")
    out.append(quoted: Text(kind.rawValue))
    out.append(",\"at\":")
    out.append(quoted: at)
    out.append("}")
    return out.text
  }
}
