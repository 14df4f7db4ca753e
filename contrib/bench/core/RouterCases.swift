import JSON
import NavCore
import URLStandard

/// Links: parsed, and resolved in tables of several sizes to screen and typed params.
enum RouterCases {
  static var all: [Case] {
    [
      Case("url/parse") { parse("https://shop0.example.com/s3/r345/42?tab=reviews") },
      Case("url/parse-escaped") {
        parse("https://shop0.example.com/b%C3%BCcher/a b?q=a%20b&r=c+d#e")
      },
      Case("router/100") { resolve(routes: 100) },
      Case("router/10k") { resolve(routes: 10_000, inUse: 100) },
      Case("router/100k") { resolve(routes: 100_000, inUse: 100) },
      Case("router/10k-all") { resolve(routes: 10_000) },
      Case("router/100k-all") { resolve(routes: 100_000) },
      Case("router/custom-scheme") {
        resolve { _ in "shop0:open/r7/42?tab=reviews&from=mail" }
      },
      Case("router/query-key-10") { resolve(keys: 10) },
      Case("router/query-key-1k") { resolve(keys: 1_000) },
      Case("router/escaped") {
        resolve { number in "https://shop0.example.com/s0/r\(number)/42?tab=gr%C3%BCn+%26+rot" }
      },
      Case("router/no-match") {
        resolve { number in "https://shop0.example.com/s0/r\(number)/nothing/at/all" }
      },
      Case("router/load-1k") { load(routes: 1_000) },
      Case("router/load-10k") { load(routes: 10_000) },
      Case("router/load-100k") { load(routes: 100_000) },
    ]
  }

  private static func parse(_ text: String) -> () -> Void {
    let bytes = Array(text.utf8)
    return {
      do throws(URLSyntaxError) {
        keep(try URLRecord(parsing: bytes))
      } catch {
        stop("\(error)")
      }
    }
  }

  /// Resolves one link after the other, in an order without pattern.
  private static func resolve(routes: Int, inUse: Int? = nil) -> () -> Void {
    let table = RouteTable(routes: routes)
    let links = table.links(inUse ?? routes)
    return resolve(table.resolver(), links, mustMatch: true)
  }

  private static func resolve(_ link: (Int) -> String) -> () -> Void {
    let table = RouteTable(routes: 100)
    return resolve(table.resolver(), (0..<100).map { Text(link($0)) }, mustMatch: false)
  }

  private static func resolve(
    _ resolver: Resolver, _ links: [Text], mustMatch: Bool
  ) -> () -> Void {
    // Out of one buffer, as a server has them, so that a link itself is never far away in memory.
    let buffer = links.flatMap(\.bytes)
    var ends = [0]
    for link in links { ends.append((ends.last ?? 0) + link.count) }
    var link = Text()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(links.map(\.count).max() ?? 0)
    var next = 0
    return {
      link = Text()
      bytes.removeAll(keepingCapacity: true)
      bytes.append(contentsOf: buffer[ends[next]..<ends[next + 1]])
      link = Text(bytes)
      do throws(Refusal) {
        keep(try resolver.resolve(link: link))
      } catch {
        if mustMatch { stop(error.message.string) }
      }
      next += 1
      if next == links.count { next = 0 }
    }
  }

  private static func resolve(keys: Int) -> () -> Void {
    let links = (0..<keys).map { Text("shop0://action?navigationKey=k\($0 &* 7919 % keys)&id=42") }
    return resolve(RouteTable(keys: keys).resolver(), links, mustMatch: true)
  }

  private static func load(routes: Int) -> () -> Void {
    let table = RouteTable(routes: routes)
    return { keep(table.resolver()) }
  }
}
