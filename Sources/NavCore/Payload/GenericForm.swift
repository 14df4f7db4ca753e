import JSON

/// A payload of no system that navd knows: a link under a usual name, or nothing but fields for rules.
enum GenericForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    delivery.title = used(json, root, ["title"], &delivery)
    delivery.body = used(json, root, ["body", "message", "content", "text", "alert"], &delivery)
    delivery.image = used(json, root, ["image"], &delivery)
    try PayloadData().read(json, root, into: &delivery)
    try readNested(json, root, into: &delivery)
  }

  private static func used(
    _ json: borrowing Document, _ root: Node, _ names: [StaticString], _ delivery: inout Delivery
  ) -> Text? {
    for name in names {
      guard let text = json.string(root, name) else { continue }
      delivery.usedNames.append(Text(name))
      return text
    }
    return nil
  }

  /// Looks one level down, where the top names nothing to open: into `data`, or its JSON text, or the
  /// JSON text of any other member.
  ///
  /// The first that names a screen or a link is the data object; `data` is it anyway.
  static func readNested(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    guard delivery.screen == nil, delivery.link == nil else { return }
    if let data = json.field(root, "data") {
      var inner = delivery
      let reader = PayloadData(place: "/data")
      if json.kind(data) == .object {
        try reader.read(json, data, into: &inner)
        delivery = inner
        delivery.usedNames.append("data")
      } else if let text = json.text(data), let object = Document.inside(text) {
        try reader.read(object, object.root, into: &inner)
        delivery = inner
        delivery.usedNames.append("data")
      }
      if delivery.screen != nil || delivery.link != nil { return }
    }
    for (name, text) in texts(json, root) where name != "data" {
      guard let object = Document.inside(text) else { continue }
      var inner = delivery
      try PayloadData(place: Text("").below(named: name)).read(object, object.root, into: &inner)
      guard inner.screen != nil || inner.link != nil else { continue }
      inner.usedNames.append(name)
      delivery = inner
      return
    }
  }

  /// The members that are text which begins like a JSON object; the first four.
  private static func texts(_ json: borrowing Document, _ root: Node) -> [(Text, Text)] {
    var found: [(Text, Text)] = []
    json.members(root) { name, value in
      guard found.count < 4, let text = json.text(value),
        text.bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{")
      else { return }
      found.append((name.text, text))
    }
    return found
  }
}
