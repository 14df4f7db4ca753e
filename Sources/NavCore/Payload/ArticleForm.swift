import JSON

/// The article forms 1 to 4: a class name, its properties beside it or in an object, and methods.
enum ArticleForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ root: Node, into delivery: inout Delivery
  ) throws(Refusal) {
    delivery.title = json.string(root, "title")
    delivery.body = json.string(root, "body") ?? json.string(root, "content")
    try PayloadData(unwraps: true).read(json, root, into: &delivery)
  }
}
