import JSON
import NavCore
import Testing

@Suite struct ManifestModelTests {
  @Test func theExampleIsReadMemberByMember() throws {
    let shop = try load(ManifestExample.shop, "shop")
    #expect(shop.title == "Shop")
    #expect(shop.user == "kiosk")
    #expect(shop.schemes == ["navigateapp"])
    #expect(shop.hosts == ["shop.example.com", "*.shop.example.com"])
    #expect(shop.base == "https://shop.example.com/")
    #expect(shop.tabs.map(\.name) == ["home", "orders", "rank"])
    #expect(shop.tabs.map { shop.screens[$0.root].name } == ["Home", "OrderList", "Rank"])
    #expect(shop.defaultScreen.map { shop.screens[$0].name } == "Home")
    #expect(shop.activationUnit == "shop-ui.service")
    #expect(shop.idle == Manifest.Idle(after: 300_000, screen: 0))
    #expect(shop.path == "/apps/shop.json")

    let detail = try #require(shop.screen(named: "HKOrderDetailViewController"))
    #expect(detail.name == "OrderDetail")
    #expect(detail.placement == .tab(1))
    #expect(detail.parent.map { shop.screens[$0].name } == "OrderList")
    #expect(detail.present == .push)
    #expect(detail.params.map(\.name) == ["orderid", "focus"])
    #expect(detail.params.map(\.required) == [true, false])
    #expect(detail.params.map(\.fallback) == [nil, "\"status\""])
    #expect(detail.identity == [0])
    #expect(detail.methods == ["refreshUserInformation"])
    #expect(detail.requires == [0])
    #expect(detail.otherwise.map { shop.screens[$0].name } == "SignIn")
    #expect(detail.links.map(\.pattern) == ["/orders/:orderid", "navigateApp://action"])
    #expect(detail.links[1].query.map(\.key) == ["navigationKey"])
    #expect(detail.links[1].place == Place(line: 35, column: 9))

    let rule = try #require(shop.screen(named: "Rank")?.rules.first)
    #expect(rule.when.map(\.pointer.text) == ["/ntfType"])
    #expect(rule.when.map(\.constraint) == [.equals("\"rank_like\"")])
    #expect(rule.params.map(\.source) == [.constant("\"jumpRichest\"")])
  }

  @Test func aScreenGoesToItsTabItsParentsOrTheSelectedOne() throws {
    let shop = try load(ManifestExample.shop, "shop")
    func screen(_ name: Text) throws -> Screen { try #require(shop.screen(named: name)) }
    #expect(try screen("Rank").placement == .tab(2))
    #expect(try screen("Rank").present == .tabRoot(2))
    #expect(try screen("OrderNote").placement == .tab(1))
    #expect(try screen("OrderNote").present == .push)
    #expect(try screen("SignIn").placement == .current)
    #expect(try screen("SignIn").present == .modal)
    #expect(try screen("OrderNote").stay == 1500)
    #expect(try screen("OrderNote").identity == [0, 1])
  }

  @Test func anAppWithoutTabsHasTheOneTabMain() throws {
    let app = try load(
      #"{"app":"t","root":"A","screens":{"A":{},"B":{"tab":"main"},"C":{}}}"#, "t")
    #expect(app.tabs == [Manifest.Tab(name: "main", root: 0)])
    #expect(app.screens.map(\.placement) == [.tab(0), .tab(0), .current])
    #expect(app.screens.map(\.present) == [.tabRoot(0), .push, .push])
  }

  @Test func whatARootScreenSaysOfItselfHolds() throws {
    let app = try load(
      #"""
      {"app":"t","tabs":[{"name":"a","root":"A"},{"name":"b","root":"B"},{"name":"c","root":"A"}],
       "screens":{"A":{"tab":"c"},"B":{"present":"push"}}}
      """#, "t")
    #expect(app.screens.map(\.placement) == [.tab(2), .tab(1)])
    #expect(app.screens.map(\.present) == [.tabRoot(2), .push])
  }

  private func load(_ text: String, _ app: String) throws -> Manifest {
    let (manifest, problems) = ManifestLoader.load(
      path: Text("/apps/\(app).json"), bytes: Array(text.utf8))
    #expect(problems.isEmpty, "\(problems.map(\.text))")
    return try #require(manifest)
  }
}
