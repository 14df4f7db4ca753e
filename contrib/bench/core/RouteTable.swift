import JSON
import NavCore

/// Manifest files with so many routes in all: one for each screen, 5,000 screens to an app.
struct RouteTable {
  private static let routesOfApp = 5_000

  let files: [(path: Text, bytes: [UInt8])]
  let routes: Int

  init(routes: Int) {
    self.routes = routes
    files = stride(from: 0, to: routes, by: RouteTable.routesOfApp).enumerated().map { app, start in
      let end = min(start + RouteTable.routesOfApp, routes)
      return (Text("shop\(app).json"), Array(RouteTable.manifest(app, start..<end).utf8))
    }
  }

  /// One file with so many links of one path, which only a query key tells apart.
  init(keys: Int) {
    routes = keys
    var text = #"{"app":"shop0","schemes":["shop0"],"root":"Home","screens":{"Home":{}"#
    for key in 0..<keys {
      text += #","K\#(key)":{"params":{"id":"int"},"links":[{"pattern":"shop0://action","#
      text += #""query":{"navigationKey":"k\#(key)"}}]}"#
    }
    files = [("shop0.json", Array((text + "}}").utf8))]
  }

  private static func manifest(_ app: Int, _ routes: Range<Int>) -> String {
    var text = #"{"app":"shop\#(app)","schemes":["shop\#(app)"],"#
    text += #""hosts":["shop\#(app).example.com"],"root":"Home","screens":{"Home":{}"#
    for route in routes {
      text += #","R\#(route)":{"params":{"id":{"type":"int","required":true},"tab":"string"},"#
      text += #""links":["\#(RouteTable.path(route))/:id"]}"#
    }
    if app == 0 {
      text += #","Open":{"params":{"id":"int","tab":"string"},"links":["shop0://open/r7/:id"]}"#
    }
    return text + "}}"
  }

  private static func path(_ route: Int) -> String { "/s\(route / 100)/r\(route)" }

  /// Loads the files and compiles the index, as navd does at its start.
  func resolver() -> Resolver {
    var manifests: [Manifest] = []
    for file in files {
      let (manifest, problems) = ManifestLoader.load(path: file.path, bytes: file.bytes)
      guard let manifest else { stop(problems.map(\.text.string).joined(separator: "\n")) }
      manifests.append(manifest)
    }
    var problems: [Text] = []
    let resolver = Resolver(manifests, problems: &problems)
    guard problems.isEmpty else { stop(problems.map(\.string).joined(separator: "\n")) }
    return resolver
  }

  /// Links of so many of the routes, spread evenly, in an order without pattern.
  func links(_ count: Int) -> [Text] {
    var state: UInt64 = 1
    var order = Array(stride(from: 0, to: routes, by: max(1, routes / count)))
    for index in order.indices.reversed() {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      order.swapAt(index, Int(state >> 33) % (index + 1))
    }
    return order.map { route in
      let host = "shop\(route / RouteTable.routesOfApp).example.com"
      return Text("https://\(host)\(RouteTable.path(route))/42?tab=reviews")
    }
  }
}
