import JSON
import NavCore
import NavProtocol
import NavServer

// A payload against the sample manifests. The first byte says how it is sent: which dialect (0: it is
// found out), which arrival, with which button tapped; the rest is the payload.
//
// Held to: a kept reader reads as a new one does; screens and links are texts that the payload has; it
// ends in one delivery or one refusal of a known kind, and a `send` of it in one outcome or one error;
// where it goes, a rule holds, a name or a link asks for the screen, or it is the default of a tap.

nonisolated(unsafe) private let resolver = sampleResolver()
nonisolated(unsafe) private var reader = PayloadReader()

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = bytes(data, count)
  guard let first = input.first else { return 0 }
  var json = Document()
  do { try json.parse(Array(input.dropFirst())) } catch { return 0 }
  let dialects = [nil] + Dialect.allCases.map(Optional.some)
  let dialect = dialects[Int(first & 31) % dialects.count]
  var texts = Texts()
  texts.add(json, json.root, depth: 0)
  if let delivery = read(json, dialect) {
    if let dialect { require(delivery.dialect == dialect, "another dialect") }
    check(delivery, texts)
    for app in [nil, 0, 1] { resolve(delivery, json, texts, app) }
  }
  send(json, dialect, first, texts)
  return 0
}

/// Reads with a new reader and with a kept one; nil where it is refused.
private func read(_ json: borrowing Document, _ dialect: Dialect?) -> Delivery? {
  do throws(Refusal) {
    let fresh = try PayloadReader.read(json, json.root, dialect: dialect)
    do throws(Refusal) {
      let kept = try reader.read(json, json.root, dialect: dialect)
      require(description(kept, json) == description(fresh, json), "a kept reader reads other things")
    } catch {
      fail("a kept reader refuses: \(error.message)")
    }
    return fresh
  } catch {
    check(error, [.payload_unrecognized, .dialect_conflict, .param_invalid, .too_large])
    return nil
  }
}

private func description(_ delivery: Delivery, _ json: borrowing Document) -> String {
  let data = delivery.withData(in: json) { $0.encoded($1).string }
  var parts = [
    delivery.marker, delivery.screen, delivery.link, delivery.linkAt, delivery.title, delivery.body,
    delivery.image, delivery.messageID, delivery.collapseKey, delivery.action,
    delivery.activationToken, delivery.nothing,
  ].map { $0?.string ?? "-" }
  parts += delivery.calls.map(\.string) + delivery.usedNames.map(\.string)
  parts += delivery.fields.flatMap { [$0.name.string, $0.value.string] }
  parts += delivery.buttons.flatMap { [$0.id.string, $0.title.string, $0.link?.string ?? "-"] }
  let numbers = [delivery.timeToLive, delivery.sentAt, delivery.expiresAt]
  return "\(delivery.dialect) \(parts) \(data ?? "-") \(numbers) \(delivery.tapped) \(delivery.isSilent)"
}

private func check(_ delivery: Delivery, _ texts: Texts) {
  require(delivery.items.count == delivery.fields.count, "another number of fields")
  require(delivery.fields.count <= PayloadReader.maximumFields, "\(delivery.fields.count) fields")
  require(Set(delivery.fields.map(\.name)).count == delivery.fields.count, "a field twice")
  for field in delivery.fields {
    require(isJSON(field.value.bytes), "field \(field.name) is \(field.value)")
    require(delivery.items.value(named: field.name) == field.value, "field \(field.name) is lost")
    let name = field.name.string
    require(
      name != "aps" && !["gcm.", "google.", "_j_"].contains(where: name.hasPrefix),
      "the system's own \(name) is a field")
  }
  if let screen = delivery.screen { require(texts.screens.contains(screen), "screen \(screen)") }
  if let link = delivery.link {
    require(texts.all.contains(link), "link \(link)")
    require(JSONPointer(delivery.linkAt) != nil, "the link stood at \(delivery.linkAt)")
  }
  for button in delivery.buttons {
    require(button.link.map { texts.all.contains($0) } ?? true, "a button's link")
  }
}

private func resolve(
  _ delivery: Delivery, _ json: borrowing Document, _ texts: Texts, _ app: Int?
) {
  for action in [nil, delivery.action, delivery.buttons.first?.id] {
    do throws(Refusal) {
      let found = try resolver.resolve(
        delivery, payload: json, json.root, app: app, action: action)
      require(app == nil || found.app == app, "another app")
      guard let destination = found.destination else { continue }
      let manifest = resolver.manifests[found.app]
      let screen = manifest.screens[destination.screen]
      var asked = texts.asks(for: screen) || screen.rules.contains { holds($0, delivery, json) }
      asked = asked || texts.links.contains { opens($0, destination.screen, found.app) }
      asked = asked || manifest.defaultScreen == destination.screen && found.tapped
      require(asked, "nothing asks for \(screen.name)")
      require(destination.calls.allSatisfy { screen.methods.contains($0) }, "an undeclared method")
      let declared = Set(screen.params.map(\.name))
      require(destination.params.items.allSatisfy { declared.contains($0.name) }, "a param")
    } catch {
      check(error, Refusal.Kind.allCases)
    }
  }
}

/// Whether a link opens a screen, with or without the app's base.
private func opens(_ link: Text, _ screen: Int, _ app: Int) -> Bool {
  do throws(Refusal) {
    return try resolver.resolve(link: link, app: app, origin: .push).destination?.screen == screen
  } catch {
    // What stands in the query may be missing here and come from the fields there.
    return [.param_missing, .param_invalid, .param_unknown].contains(error.kind)
  }
}

private func holds(_ rule: Rule, _ delivery: Delivery, _ json: borrowing Document) -> Bool {
  if holds(rule, json, json.root) { return true }
  return delivery.withData(in: json) { holds(rule, $0, $1) } == true
}

private func holds(_ rule: Rule, _ json: borrowing Document, _ root: Node) -> Bool {
  for (pointer, constraint) in rule.when {
    let value = json.at(root, pointer).map { json.encoded($0) }
    switch constraint {
    case .exists(let wanted): if (value != nil) != wanted { return false }
    case .equals(let wanted): if value != wanted { return false }
    }
  }
  return !rule.when.isEmpty
}

/// Sends the payload to a server of its own: one answer, with one outcome or one kind of error.
private func send(_ json: borrowing Document, _ dialect: Dialect?, _ how: UInt8, _ texts: Texts) {
  var line = Bytes()
  line.append(#"{"jsonrpc":"2.0","id":1,"method":"send","params":{"payload":"#)
  json.write(json.root, into: &line)
  if let dialect {
    line.append(",\"dialect\":")
    line.append(quoted: dialect.name)
  }
  if how & 64 != 0 { line.append(how & 32 != 0 ? #","arrival":"tapped""# : #","arrival":"received""#) }
  if how & 128 != 0 { line.append(#","action":"a""#) }
  line.append(how & 32 != 0 ? #","app":"shop"}}"# : "}}")
  var server = Server(resolver: resolver, epoch: "fuzz", version: "0")
  var effects = Effects()
  let now = Moment(boot: 1_000_000, wall: 1_764_460_800_000)
  server.connect(1, peer: Peer(uid: 1000), at: now, into: &effects)
  effects.removeAll()
  line.withSpan { server.receive($0, from: 1, at: now, into: &effects) }
  let replies = effects.records.filter { $0.kind == .reply && $0.connection == 1 }
  require(!replies.isEmpty, "no answer")
  let answer = effects.replies.array(0..<effects.replies.count)
  require(answer.count { $0 == 0x0A } == 1 && answer.last == 0x0A, "not one answer")
  var reply = Document()
  do { try reply.parse(Array(answer.dropLast()), maximumDepth: 128) } catch {
    fail("no JSON: \(Text(answer))")
  }
  let kind = reply.at(reply.root, JSONPointer("/error/data/kind") ?? JSONPointer())
  let outcome = reply.at(reply.root, JSONPointer("/result/outcome") ?? JSONPointer())
  if let kind {
    let name = reply.text(kind)?.string ?? ""
    require(outcome == nil && Refusal.Kind(rawValue: name) != nil, "kind \(name)")
    require(name != "internal", "an internal error: \(Text(answer))")
  } else {
    let word = outcome.flatMap { reply.text($0)?.string } ?? ""
    require(["delivered", "queued", "held", "noticed", "ignored"].contains(word), "outcome \(word)")
  }
}

private func check(_ refusal: Refusal, _ kinds: [Refusal.Kind]) {
  require(kinds.contains(refusal.kind), "\(refusal.kind)")
  require(!refusal.message.isEmpty && JSONPointer(refusal.at) != nil, "no place: \(refusal.at)")
  var out = Bytes()
  refusal.write(into: &out)
  require(isJSON(out.text.bytes), "the refusal is \(out.text)")
}

/// Everything that a payload says anywhere, found without the reader: in objects, in JSON text, in base64.
private struct Texts {
  var all: Set<Text> = []
  /// What members that name screens have.
  var screens: Set<Text> = []
  /// What could be links.
  var links: Set<Text> { all }

  func asks(for screen: Screen) -> Bool {
    screens.contains(screen.name) || screen.aliases.contains { screens.contains($0) }
  }

  mutating func add(_ json: borrowing Document, _ node: Node, depth: Int) {
    json.elements(node) { add(json, $0, depth: depth) }
    json.members(node) { name, value in
      if name.is("className") || name.is("class") || name.is("screen"),
        let text = json.text(value)
      {
        screens.insert(text)
      }
      add(json, value, depth: depth)
    }
    guard let text = json.text(node), all.insert(text).inserted, depth < 8 else { return }
    add(inside: text.bytes, depth: depth + 1)
    if let decoded = decode(text.bytes) { add(inside: decoded, depth: depth + 1) }
  }

  private mutating func add(inside bytes: [UInt8], depth: Int) {
    var json = Document()
    do { try json.parse(bytes) } catch { return }
    add(json, json.root, depth: depth)
  }

  /// Base64 in either alphabet, with or without padding.
  private func decode(_ text: [UInt8]) -> [UInt8]? {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    var out: [UInt8] = []
    var bits = 0
    var held = 0
    for byte in text where byte != UInt8(ascii: "=") {
      let value =
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: digits.firstIndex(of: byte) ?? -1
        }
      guard value >= 0 else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      held += 6
      guard held >= 8 else { continue }
      held -= 8
      out.append(UInt8(truncatingIfNeeded: bits >> held))
    }
    return out
  }
}
