import JSON
import NavCore
import NavProtocol

extension Server {
  /// Builds the link of a screen with params.
  func build(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let name = try call.required("app", json)
    guard let app = resolver.app(named: name) else {
      throw Refusal(.no_such_app, "there is no app \(quoted(name))", at: "/params/app")
    }
    let screenName = try call.required("screen", json)
    guard let screen = resolver.manifests[app].screenNames[screenName] else {
      throw Refusal(
        .screen_unknown, "app '\(name.string)' has no screen \(quoted(screenName))",
        at: "/params/screen")
    }
    var params = Params()
    if let node = call.member("params", json) {
      guard json.kind(node) == .object else { throw call.wrong("params", "an object") }
      params = Params(json: json, node)
    }
    let link = try resolver.build(app: app, screen: screen, params: params)
    answer(call, &effects) { out in
      out.append("{\"link\":")
      out.append(quoted: link)
      out.append("}")
    }
  }
}
