import JSON
import NavCore
import Testing

/// Random objects of the names that navd knows never yield what nobody asked for.
@Suite("Payload properties")
struct PayloadPropertyTests {
  @Test("Random objects end in a delivery or a refusal", arguments: 0..<16)
  func randomObjects(_ seed: UInt64) {
    var source = PayloadSource(seed: seed)
    for _ in 0..<100 {
      let text = Text(source.object(depth: 0))
      var document = Document()
      do { try document.parse(text.bytes) } catch {
        Issue.record("\(error) in \(text)")
        continue
      }
      for dialect in [nil] + Dialect.allCases.map(Optional.some) {
        check(document, text, dialect)
      }
    }
  }

  @Test("A kept reader reads as a new one does, also after long payloads", arguments: 0..<4)
  func keptReader(_ seed: UInt64) throws {
    var source = PayloadSource(seed: seed &+ 500)
    var reader = PayloadReader()
    let long = String(repeating: "x", count: 40_000)
    for number in 0..<200 {
      var text = source.object(depth: 0)
      if number % 8 == 0 {
        text = #"{"custom":"{\"i\":\"\#(number)\",\"a\":{\"k\":\"\#(long)\"}}"}"#
      }
      var document = Document()
      try document.parse(Array(text.utf8))
      let kept: Text?
      do throws(Refusal) {
        kept = try reader.read(document, document.root).rendered(in: document)
      } catch {
        kept = nil
      }
      #expect(kept == PayloadReader.read(again: document, nil))
    }
  }

  @Test("What somebody holds stays as it is while the reader reads on")
  func heldForms() throws {
    var source = PayloadSource(seed: 77)
    var reader = PayloadReader()
    var forms: [(Delivery, Text)] = []
    var fields: [(PayloadFields, [Params.Item])] = []
    for number in 0..<200 {
      var document = Document()
      try document.parse(Array(source.object(depth: 0).utf8))
      do throws(Refusal) {
        let form = try reader.read(document, document.root)
        switch number % 3 {
        case 0: forms.append((form, form.renderedPlainly))
        case 1: fields.append((form.items, form.fields))
        default: break
        }
      } catch { continue }
    }
    #expect(forms.count > 10 && fields.count > 10)
    for (form, text) in forms { #expect(form.renderedPlainly == text) }
    for (held, items) in fields { #expect(Array(held) == items) }
  }

  static let linkNames = [
    "url", "link", "uri", "click", "navigate", "target", "\"u\"", "\\\"u\\", "body_b64",
  ]

  private func check(_ document: borrowing Document, _ text: Text, _ dialect: Dialect?) {
    do throws(Refusal) {
      let delivery = try PayloadReader.read(document, document.root, dialect: dialect)
      if let dialect { #expect(delivery.dialect == dialect) }
      #expect(delivery.fields.count <= PayloadReader.maximumFields)
      #expect(Set(delivery.fields.map(\.name)).count == delivery.fields.count, "\(text)")
      for field in delivery.fields {
        #expect(
          !["aps", "_j_msgid", "google.message_id", "gcm.n.title"].contains(field.name.string))
      }
      for field in delivery.fields {
        var value = Document()
        #expect(throws: Never.self) { try value.parse(field.value.bytes) }
        #expect(delivery.items.value(named: field.name) == field.value)
      }
      #expect(!delivery.hasData || delivery.withData(in: document) { _, _ in } != nil)
      // What no name asked for was made up.
      let payload = text.string
      if !["class", "screen"].contains(where: payload.contains) { #expect(delivery.screen == nil) }
      if !Self.linkNames.contains(where: payload.contains) { #expect(delivery.link == nil) }
      #expect(PayloadReader.read(again: document, dialect) == delivery.rendered(in: document))
    } catch {
      #expect(
        [.payload_unrecognized, .dialect_conflict, .param_invalid, .too_large].contains(error.kind),
        "\(error.kind) for \(text)")
      #expect(!error.message.isEmpty)
      #expect(JSONPointer(error.at) != nil)
    }
  }
}

extension PayloadReader {
  fileprivate static func read(again document: borrowing Document, _ dialect: Dialect?) -> Text? {
    do throws(Refusal) {
      return try read(document, document.root, dialect: dialect).rendered(in: document)
    } catch {
      return nil
    }
  }
}

/// Makes random JSON objects of known names; the same ones for the same seed.
struct PayloadSource {
  var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  static let names = [
    "aps", "alert", "title", "body", "content-available", "data", "message", "notification",
    "className",
    "class", "propertys", "properties", "property", "params", "method", "screen", "calls", "url",
    "link", "deeplink", "deep_link", "uri", "dataStr", "custom", "i", "u", "a", "os_data",
    "buttons", "o", "topic", "event", "click", "actions", "action", "id", "extras",
    "client::notification", "bigImageUrl", "gcm.n.title", "google.message_id", "google.ttl", "from",
    "platform", "audience", "android", "ios", "webpush", "fcm_options", "apns", "payload", "token",
    "_j_msgid", "EXTRA_EXTRA", "cn.jpush.android.EXTRA", "msg_content", "options", "time_to_live",
    "to", "request", "content", "identifier", "actionIdentifier", "desktop_entry",
    "activation_token", "hints", "summary", "app_name", "target", "clickAction", "tag", "ttl",
    "web_push", "navigate", "default_action_url", "body_b64", "encoding", "paramMap", "ntfType",
    "navigationKey", "image", "icon", "appid", "actionSelected", "", "a/b", "x~y", "é",
  ]

  mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  mutating func object(depth: Int) -> String {
    var members: [String] = []
    var used: Set<String> = []
    for _ in 0..<next(depth == 0 ? 9 : 6) {
      let name = Self.names[next(Self.names.count)]
      guard used.insert(name).inserted else { continue }
      members.append("\"\(name)\":\(name == "web_push" ? "8030" : value(depth: depth + 1))")
    }
    return "{\(members.joined(separator: ","))}"
  }

  mutating func value(depth: Int) -> String {
    switch next(depth > 4 ? 6 : 12) {
    case 0, 1, 2: return "\"v\(next(1000))\""
    case 3: return ["0", "1", "-1", "8030", "1.5", "18446744073709551615", "1e300"][next(7)]
    case 4: return ["true", "false", "null", "\"\"", "\"=\"", "\"eyJ9\""][next(6)]
    case 5: return quote(["{", "[1]", "{}", "{\\\"a\\\":", "e30="][next(5)])
    case 6, 7, 8, 9: return object(depth: depth)
    case 10:
      let inner = object(depth: depth + 1)
      return quote(inner.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))
    default:
      return "[" + (0..<next(4)).map { _ in value(depth: depth + 1) }.joined(separator: ",") + "]"
    }
  }

  private func quote(_ escaped: String) -> String { "\"\(escaped)\"" }
}
