import JSON

/// navd's own form: `{"screen":…,"params":{…},"calls":[…]}`, with what people read beside it.
enum NavdForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    guard json.string(root, "screen") != nil || json.string(root, "link") != nil else {
      throw Refusal(
        .payload_unrecognized, "a payload of dialect 'navd' names a 'screen' or a 'link'",
        at: "/screen")
    }
    delivery.title = json.string(root, "title")
    delivery.body = json.string(root, "body")
    delivery.image = json.string(root, "image")
    PayloadButtons.read(json, json.array(root, "buttons"), .navd, into: &delivery)
    try PayloadData(isSystem: isOwn, unwraps: true).read(json, root, into: &delivery)
  }

  private static func isOwn(_ name: borrowing Name) -> Bool {
    name.is("title") || name.is("body") || name.is("image") || name.is("buttons")
  }
}
