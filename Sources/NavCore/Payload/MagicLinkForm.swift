import JSON

/// A magic link's callback: `{"dialect":"magiclink","params":{…}}`, or the library's `paramMap` and `uri`.
///
/// Every param is text from a URL, so an object among them is JSON text.
enum MagicLinkForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    if let link = json.string(root, "uri") {
      delivery.link = link
      delivery.linkAt = "/uri"
    }
    for name: StaticString in ["paramMap", "params"] {
      guard let value = json.field(root, name) else { continue }
      let data = PayloadData(place: Text("").below(name), unwraps: true)
      guard try data.read(objectOrText: value, of: json, into: &delivery) else {
        throw Refusal(
          .payload_unrecognized, "the params of a magic link are an object, or its JSON text",
          at: data.place)
      }
      return
    }
    try PayloadData(isSystem: isOwn, unwraps: true).read(json, root, into: &delivery)
  }

  private static func isOwn(_ name: borrowing Name) -> Bool {
    name.is("uri") || name.is("source") || name.is("type")
  }
}
