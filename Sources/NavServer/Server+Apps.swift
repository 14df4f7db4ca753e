import JSON
import NavCore
import NavProtocol

extension Server {
  /// Bytes after which a page of screens ends: well under a line of navd's, whatever the last one adds.
  private static let screensPage = WireLimits.serverLine / 2

  func appList(_ call: Call, _ effects: inout Effects) {
    answer(call, &effects) { out in
      out.append("{\"apps\":[")
      out.append(list: resolver.manifests) { out, manifest in
        out.append("{\"app\":")
        out.append(quoted: manifest.app)
        out.append(",\"title\":")
        Server.write(manifest.title, into: &out)
        out.append(",\"screens\":")
        out.append(manifest.screens.count)
        out.append("}")
      }
      out.append("]}")
    }
  }

  /// Tells what a manifest declares: what senders can name, and front ends have to show.
  func appGet(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let name = try call.required("app", json)
    guard let index = resolver.app(named: name) else {
      throw Refusal(
        .no_such_app, "there is no app \(quoted(name)); 'app.list' shows them", at: "/params/app")
    }
    let manifest = resolver.manifests[index]
    var first = 0
    if let cursor = try call.text("cursor", json) {
      guard let number = Int(cursor.string), manifest.screens.indices.contains(number) else {
        throw call.wrong("cursor", "one that navd gave")
      }
      first = number
    }
    answer(call, &effects) { out in
      out.append("{\"app\":")
      out.append(quoted: manifest.app)
      out.append(",\"title\":")
      Server.write(manifest.title, into: &out)
      out.append(",\"user\":")
      Server.write(manifest.user, into: &out)
      Server.write(",\"schemes\":", manifest.schemes, into: &out)
      Server.write(",\"hosts\":", manifest.hosts, into: &out)
      out.append(",\"tabs\":[")
      for (index, tab) in manifest.tabs.enumerated() {
        out.append(index > 0 ? ",{\"name\":" : "{\"name\":")
        out.append(quoted: tab.name)
        out.append(",\"root\":")
        out.append(quoted: manifest.screens[tab.root].name)
        out.append("}")
      }
      out.append("],\"default\":")
      Server.write(manifest.defaultScreen.map { manifest.screens[$0].name }, into: &out)
      Server.write(",\"conditions\":", manifest.conditions, into: &out)
      writeScreens(manifest, from: first, into: &out)
      out.append("}")
    }
  }

  private func writeScreens(_ manifest: Manifest, from first: Int, into out: inout Bytes) {
    let start = out.count
    var next = first
    out.append(",\"screens\":[")
    while next < manifest.screens.count, out.count - start < Server.screensPage {
      if next > first { out.append(",") }
      manifest.screens[next].write(of: manifest, into: &out)
      next += 1
    }
    out.append("],\"cursor\":")
    if next < manifest.screens.count {
      out.append(quoted: Text("\(next)"))
    } else {
      out.append("null")
    }
  }

  static func write(_ text: Text?, into out: inout Bytes) {
    if let text { out.append(quoted: text) } else { out.append("null") }
  }

  static func write(_ name: StaticString, _ texts: [Text], into out: inout Bytes) {
    out.append(name)
    out.append("[")
    out.append(list: texts) { out, text in
      out.append(quoted: text)
    }
    out.append("]")
  }
}

extension Screen {
  fileprivate func write(of manifest: Manifest, into out: inout Bytes) {
    out.append("{\"screen\":")
    out.append(quoted: name)
    Server.write(",\"aliases\":", aliases, into: &out)
    out.append(",\"params\":[")
    out.append(list: params) { out, param in
      param.write(into: &out)
    }
    out.append("]")
    Server.write(",\"methods\":", methods, into: &out)
    Server.write(",\"requires\":", requires.map { manifest.conditions[$0] }, into: &out)
    out.append(",\"links\":[")
    out.append(list: links) { out, link in
      link.write(into: &out)
    }
    out.append("],\"rules\":")
    out.append(rules.count)
    out.append("}")
  }
}

extension Param {
  fileprivate func write(into out: inout Bytes) {
    out.append("{\"name\":")
    out.append(quoted: name)
    out.append(",\"type\":\"")
    out.append(kind.word)
    out.append(required ? "\",\"required\":true" : "\",\"required\":false")
    out.append(",\"default\":")
    if let fallback, !sensitive { out.append(fallback) } else { out.append("null") }
    Server.write(",\"values\":", values, into: &out)
    out.append(sensitive ? ",\"sensitive\":true}" : ",\"sensitive\":false}")
  }
}

extension Param.Kind {
  /// Its word in a manifest.
  fileprivate var word: StaticString {
    switch self {
    case .string: "string"
    case .int: "int"
    case .float: "float"
    case .bool: "bool"
    case .url: "url"
    case .enum: "enum"
    case .list: "list"
    case .json: "json"
    }
  }
}

extension LinkPattern {
  fileprivate func write(into out: inout Bytes) {
    out.append("{\"pattern\":")
    out.append(quoted: pattern)
    out.append(",\"query\":{")
    out.append(list: query) { out, item in
      out.append(quoted: item.key)
      out.append(":")
      out.append(quoted: item.value)
    }
    out.append("},\"fragment\":")
    Server.write(fragment, into: &out)
    out.append("}")
  }
}
