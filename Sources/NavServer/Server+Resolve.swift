import JSON
import NavCore
import NavProtocol

extension Server {
  /// Says what `send` would do, by the code that does it, and changes nothing.
  func resolve(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let request = try SendRequest.read(json, call, resolver)
    let explains = call.member("explain", json).flatMap { json.bool($0) } ?? false
    do throws(Refusal) {
      try resolve(request, explains: explains, json, call, &effects)
    } catch {
      var refusal = error
      if explains { refusal.trace = trace(request, json) }
      throw refusal
    }
  }

  private func resolve(
    _ request: borrowing SendRequest, explains: Bool, _ json: borrowing Document, _ call: Call,
    _ effects: inout Effects
  ) throws(Refusal) {
    let name = request.session
    let named = try existing(name, call)
    var resolution = try resolution(of: request, in: named, json, call)
    let manifest = resolver.manifests[resolution.app]
    let session = named ?? (name == nil ? seat(of: resolution.app, call.peer) : nil)
    let tapped = request.arrival ?? resolution.tapped
    resolution.complete(tapped, manifest)
    let changed = ChangedSessions()
    let trial =
      session
      ?? Session(
        slot: 0, name: manifest.app, uid: call.peer.uid, app: manifest.app,
        seat: Seat(first: manifest), changed: changed, paid: StoredBytes())
    let mark = trial.mark()
    defer {
      trial.restore(mark)
      // A session that is made for this holds the list, and the list would hold it.
      changed.forget()
    }
    var commands: [Command] = []
    let taken = try trial.take(
      resolution, request, tapped, manifest, as: 0, at: call.at, &commands)
    let trace =
      explains
      ? trace(request, json, app: resolution.app, tapped: resolution.tapped, resolution.delivery)
      : nil
    var result = SendResult(
      resolution, manifest, taken, request: nil, session: session?.name,
      rev: session.map { $0.rev &+ (commands.isEmpty ? 0 : 1) })
    if explains {
      commands = commands.map(manifest.withoutSecrets)
      if let screen = result.screen {
        result.params = manifest.withoutSecrets(result.params, of: screen)
      }
    }
    answer(call, &effects) { out in
      result.write(into: &out) { out in
        out.append(",\"commands\":")
        Command.write(commands, into: &out)
        guard let trace else { return }
        out.append(",\"trace\":")
        out.append(trace)
      }
    }
  }

  /// The way from field to screen: arrival, marker, link, and every candidate with its verdict.
  private func trace(
    _ request: borrowing SendRequest, _ json: borrowing Document, app: Int? = nil,
    tapped: Bool? = nil, _ known: Delivery? = nil
  ) -> Text {
    let app = request.app ?? app
    var delivery = known
    var link: Text?
    var rules: [Candidate] = []
    switch request.content {
    case .link(let text): link = text
    case .payload(let node):
      delivery = delivery ?? (try? PayloadReader.read(json, node, dialect: request.dialect))
      link = delivery?.link
      rules =
        delivery.map { resolver.explainRules($0, payload: json, node, app: request.app) } ?? []
    }
    var out = Bytes()
    let tapped = request.arrival ?? tapped ?? delivery?.tapped ?? true
    out.append(tapped ? "{\"arrival\":\"tapped\"" : "{\"arrival\":\"received\"")
    func member(_ name: StaticString, _ text: Text?, _ out: inout Bytes) {
      out.append(name)
      if let text, !text.isEmpty { out.append(quoted: text) } else { out.append("null") }
    }
    member(",\"dialect\":", delivery?.dialect.name, &out)
    member(",\"marker\":", delivery?.marker, &out)
    member(",\"screen\":", delivery?.screen, &out)
    member(",\"link\":", link, &out)
    member(",\"link_at\":", delivery?.linkAt, &out)
    member(",\"nothing\":", delivery?.nothing, &out)
    out.append(",\"rules\":")
    Candidate.write(rules, into: &out)
    out.append(",")
    (link.map { resolver.explain(link: $0, app: app) } ?? Explanation()).write(into: &out)
    out.append("}")
    return out.text
  }
}
