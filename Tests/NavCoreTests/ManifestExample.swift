import JSON

/// The manifest of the format's description.
enum ManifestExample {
  static let shop = #"""
    {
      "$schema": "navd-app.schema.json",
      "app": "shop",
      "title": "Shop",
      "user": "kiosk",
      "schemes": ["navigateApp"],
      "hosts": ["shop.example.com", "*.shop.example.com"],
      "base": "https://shop.example.com/",
      "tabs": [
        {"name": "home", "root": "Home"}, {"name": "orders", "root": "OrderList"},
        {"name": "rank", "root": "Rank"}
      ],
      "default": "Home",
      "conditions": ["signed_in"],
      "activate": {"unit": "shop-ui.service"},
      "idle": {"after": 300, "go": "Home"},
      "screens": {
        "Home": {},
        "SignIn": {"present": "modal"},
        "OrderList": {"links": ["/orders"]},
        "OrderDetail": {
          "tab": "orders",
          "parent": "OrderList",
          "aliases": ["HKOrderDetailViewController"],
          "params": {
            "orderid": {"type": "string", "required": true},
            "focus":   {"type": "enum", "values": ["status", "items"], "default": "status"}
          },
          "identity": ["orderid"],
          "methods": ["refreshUserInformation"],
          "requires": ["signed_in"],
          "otherwise": "SignIn",
          "links": [
            "/orders/:orderid",
            {"pattern": "navigateApp://action", "query": {"navigationKey": "orderdetail"}}
          ]
        },
        "Rank": {
          "params": {"jump": "string"},
          "rules": [
            {"when": {"/ntfType": "rank_like"}, "params": {"jump": {"const": "jumpRichest"}}}
          ]
        },
        "OrderNote": {"parent": "OrderDetail", "stay": 1.5,
          "params": {"orderid": {"type": "string", "required": true}, "text": "string"}}
      }
    }
    """#
}

extension Document {
  /// The elements of an array.
  func nodes(_ node: Node) -> [Node] {
    var found: [Node] = []
    elements(node) { found.append($0) }
    return found
  }

  /// A member that a table must have.
  func wanted(_ node: Node, _ name: StaticString) throws -> Node {
    guard let found = member(node, name) else {
      throw MissingMember(description: "\(name) of \(encoded(node).string)")
    }
    return found
  }

  /// The text of a member.
  func string(_ node: Node, _ name: StaticString) -> String? {
    member(node, name).flatMap { text($0) }?.string
  }

  /// The manifest of a case: encoded anew, or its lines.
  func source(_ node: Node) -> [UInt8] {
    if let manifest = member(node, "manifest") { return encoded(manifest).bytes }
    guard let lines = member(node, "lines") else { return [] }
    return Array(nodes(lines).compactMap { text($0)?.string }.joined(separator: "\n").utf8)
  }
}

/// A table lacks a member that every row of it has.
struct MissingMember: Error, CustomStringConvertible {
  var description: String
}
