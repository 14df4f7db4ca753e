import JSON

/// Reads the data object of a payload: class names, methods, property objects, links and fields.
struct PayloadData {
  /// Names of the dialect's own that never become fields, beside the keys of the push systems.
  var isSystem: (borrowing Name) -> Bool = { _ in false }
  /// Where the object stands in the payload; empty for the payload itself.
  var place: Text = ""
  /// Whether property objects are unwrapped also where no class name is.
  var unwraps = false
  /// Whether links are looked for under their usual names.
  var seeksLink = true

  /// What APNs, FCM and JPush keep for themselves wherever they are.
  static func isSystemKey(_ name: borrowing Name) -> Bool {
    name.is("aps") || name.is("dialect") || name.starts("gcm.") || name.starts("google.")
      || name.starts("_j_")
  }

  /// Reads an object of the payload's document.
  func read(
    _ json: borrowing Document, _ node: Node?, into delivery: inout Delivery
  ) throws(Refusal) {
    guard let node, json.kind(node) == .object else { return }
    let names = PayloadNames(json, node)
    if !place.isEmpty, delivery.data.isEmpty { delivery.data = json.encoded(node) }
    var spent: PayloadNames = []
    if delivery.screen == nil { try readScreen(json, node, names, &spent, &delivery) }
    if unwraps || delivery.screen != nil {
      try readProperties(json, node, names, &spent, &delivery)
      if names.contains(.method), let value = json.field(node, "method") {
        spent.insert(.method)
        delivery.calls += PayloadCalls.read(json, value)
      }
      if names.contains(.calls), let value = json.field(node, "calls") {
        spent.insert(.calls)
        delivery.calls += PayloadCalls.read(json, value)
      }
      guard delivery.calls.count <= PayloadReader.maximumFields else {
        throw tooMany("methods", place)
      }
    }
    try readFields(json, node, spent, &delivery)
    if !delivery.dialect.isTapped { readText(json, node, names, &delivery) }
    if seeksLink, delivery.screen == nil { readLink(json, node, names, &delivery) }
  }

  /// Reads JSON text that a string carries, as if its object stood there; false where it is no object.
  func read(text: Text, into delivery: inout Delivery) throws(Refusal) -> Bool {
    guard let inner = try Document.inside(text, at: place), inner.kind(inner.root) == .object
    else { return false }
    try read(inner, inner.root, into: &delivery)
    return true
  }

  /// Reads an object, or the JSON text of one; false where the value is neither.
  func read(
    objectOrText node: Node?, of json: borrowing Document, into delivery: inout Delivery
  ) throws(Refusal) -> Bool {
    guard let node else { return false }
    if json.kind(node) == .object {
      try read(json, node, into: &delivery)
      return true
    }
    guard let text = json.text(node) else { return false }
    return try read(text: text, into: &delivery)
  }

  private func readScreen(
    _ json: borrowing Document, _ node: Node, _ names: PayloadNames, _ spent: inout PayloadNames,
    _ delivery: inout Delivery
  ) throws(Refusal) {
    let long = names.contains(.className) ? json.string(node, "className") : nil
    let short = names.contains(.class) ? json.string(node, "class") : nil
    if let long, let short, long != short {
      throw Refusal(
        .dialect_conflict,
        "'className' is \(quoted(long)) and 'class' is \(quoted(short)): give one of the two",
        at: place.below("class"))
    }
    if long != nil { spent.insert(.className) }
    if short != nil { spent.insert(.class) }
    if let name = long ?? short {
      delivery.screen = name
    } else if names.contains(.screen), let name = json.string(node, "screen") {
      spent.insert(.screen)
      delivery.screen = name
    }
  }

  private func readFields(
    _ json: borrowing Document, _ node: Node, _ spent: PayloadNames, _ delivery: inout Delivery
  ) throws(Refusal) {
    var fields = delivery.fields
    delivery.fields = []
    let before = fields.count
    fields.reserveCapacity(before + min(json.count(node), PayloadReader.maximumFields))
    var scratch = Bytes()
    json.members(node) { name, value in
      guard fields.count <= PayloadReader.maximumFields, json.kind(value) != .null,
        !Self.isSystemKey(name), !isSystem(name)
      else { return }
      let known = PayloadNames.known(name)
      guard known.isEmpty || spent.isDisjoint(with: known),
        !fields[..<before].contains(where: { name.is($0.name) })
      else { return }
      scratch.removeAll()
      json.write(value, into: &scratch)
      fields.append(Params.Item(name: name.text, value: scratch.text))
    }
    delivery.fields = fields
    guard fields.count <= PayloadReader.maximumFields else { throw tooMany("fields", place) }
  }

  /// Finds what people read, where the system itself had nothing for them.
  private func readText(
    _ json: borrowing Document, _ node: Node, _ names: PayloadNames, _ delivery: inout Delivery
  ) {
    guard delivery.title == nil, delivery.body == nil else { return }
    if names.contains(.title), let title = json.string(node, "title") {
      delivery.title = title
      delivery.usedNames.append("title")
    }
    let name: StaticString = names.contains(.body) ? "body" : "message"
    if names.contains(.body) || names.contains(.message), let body = json.string(node, name) {
      delivery.body = body
      delivery.usedNames.append(Text(name))
    }
  }

  /// Finds a link under the names that senders use for one, in their fixed order.
  private func readLink(
    _ json: borrowing Document, _ node: Node, _ names: PayloadNames, _ delivery: inout Delivery
  ) {
    guard delivery.link == nil, !names.isDisjoint(with: .links) else { return }
    for (bit, name) in Self.linkNames where names.contains(bit) {
      guard let link = json.string(node, name) else { continue }
      delivery.link = link
      delivery.linkAt = place.below(name)
      delivery.usedNames.append(Text(name))
      return
    }
  }

  private static let linkNames: [(PayloadNames, StaticString)] = [
    (.url, "url"), (.link, "link"), (.deeplink, "deeplink"), (.deep_link, "deep_link"),
    (.uri, "uri"),
  ]
}

/// The refusal of more than a payload may carry.
func tooMany(_ what: String, _ place: Text) -> Refusal {
  Refusal(
    .too_large, "the payload has more than \(PayloadReader.maximumFields) \(what); send fewer",
    at: place)
}
