import JSON
import NavCore
import NavProtocol

extension Server {
  /// Takes what happened in the front end into the state.
  mutating func report(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let session = try find(try call.required("session", json), call.peer)
    let manifest = try manifest(of: session)
    let said = try conditions(json, call, manifest)
    var commands: [Command] = []
    if call.member("commands", json) != nil {
      try requireFrontend(session, call)
      let mark = session.mark()
      do throws(Refusal) {
        commands = try takeReport(json, call, session, manifest)
      } catch {
        session.restore(mark)
        throw error
      }
    }
    let rev = session.rev &+ (commands.isEmpty ? 0 : 1)
    answer(call, &effects) { out in
      out.append("{\"rev\":")
      out.append(rev)
      out.append("}")
    }
    var cause = Cause(origin: "ui")
    if case .id(let id) = call.id { cause.report = id }
    emit(session, commands, cause, &effects)
    settle(session, said, manifest, startsAnew: false, at: call.at, &effects)
  }

  /// Performs what a front end says that it has done already.
  private func takeReport(
    _ json: borrowing Document, _ call: Call, _ session: Session, _ manifest: Manifest
  ) throws(Refusal) -> [Command] {
    var commands: [Command] = []
    let base = try call.rev("base_rev", json)
    let isStale = base.map { $0 < session.rev } ?? false
    let before = session.seat.state
    for (index, node) in try commandNodes(json, call).enumerated() {
      let op = json.member(node, "op").flatMap { json.text($0) } ?? ""
      if isStale, op == "push" || op == "replace" || op == "pop" {
        throw Refusal(
          .stale_rev,
          "'base_rev' \(base ?? 0) is behind rev \(session.rev); apply what came since",
          at: Text("/params/commands/\(index)"))
      }
      if isStale, session.seat.lacksKey(of: json, node) { continue }
      commands += try perform(json, node, index, manifest, &session.seat)
    }
    try session.requireWithinLimit()
    session.touch(at: call.at)
    session.own(&commands)
    return session.seat.state == before ? [] : commands
  }

  /// Reads `conditions` and `user`.
  ///
  /// - Throws: `invalid_params` for a condition that the app does not declare.
  func conditions(
    _ json: borrowing Document, _ call: Call, _ manifest: Manifest
  ) throws(Refusal) -> (conditions: [Text: Bool]?, user: Text?) {
    let user = try call.text("user", json)
    guard let given = call.member("conditions", json) else { return (nil, user) }
    guard json.kind(given) == .object else { throw call.wrong("conditions", "an object") }
    var names: [(Text, Bool?)] = []
    json.members(given) { name, value in names.append((name.text, json.bool(value))) }
    var conditions: [Text: Bool] = [:]
    for (name, value) in names {
      guard let value, manifest.conditions.contains(name) else {
        throw Refusal(
          .invalid_params,
          "\(quoted(name)) is no condition of app '\(manifest.app.string)' with true or false",
          at: "/params/conditions")
      }
      conditions[name] = value
    }
    return (conditions, user)
  }

  /// Takes conditions and user into a session, and does what they bring about.
  mutating func settle(
    _ session: Session, _ said: (conditions: [Text: Bool]?, user: Text?), _ manifest: Manifest,
    startsAnew: Bool, at: Moment, _ effects: inout Effects
  ) {
    guard startsAnew || said.conditions != nil || said.user != nil else { return }
    if startsAnew {
      session.conditions = [:]
      session.touch(at: at)
    }
    if session.frontend != nil { session.conditions.merge(said.conditions ?? [:]) { $1 } }
    var commands: [Command] = []
    if let user = said.user {
      if let before = session.user, before != user { session.forgetUser(manifest, &commands) }
      session.user = user
    }
    var request: UInt64?
    if session.frontend != nil {
      request = session.settle(manifest, at: at, &commands)
      session.startVisit(at: at, &commands)
    }
    session.isDirty = true
    emit(session, commands, request: request, Cause(origin: "ui"), &effects)
  }

  mutating func activity(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let session = try find(try call.required("session", json), call.peer)
    answer(call, &effects) { $0.append("{}") }
    let isCounted = session.visit != nil || call.at.boot &- session.activeBoot >= 1000
    guard isCounted else { return }
    session.touch(at: call.at)
    var event: [Command] = []
    session.own(&event)
    emit(session, event, Cause(origin: "ui"), &effects)
  }

  /// Opens what a notice, or one of its buttons, leads to.
  mutating func activate(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let session = try find(try call.required("session", json), call.peer, sending: true)
    let manifest = try manifest(of: session)
    let id = try call.required("notice", json)
    guard let notice = session.seat.state.notices.first(where: { Notice.number(of: id) == $0.id })
    else {
      throw Refusal(
        .no_such_notice, "session '\(session.name.string)' has no notice \(quoted(id))",
        at: "/params/notice")
    }
    let app = session.place ?? 0
    var resolution = Resolution(app: app, tapped: true)
    if let button = try call.text("button", json) {
      guard let link = notice.buttons.first(where: { $0.id == button })?.link else {
        throw Refusal(
          .no_such_notice, "the notice has no button \(quoted(button)) with a link",
          at: "/params/button")
      }
      resolution = try resolver.resolve(link: link, app: app, origin: .push)
    } else if let name = notice.screen, let screen = manifest.screenNames[name] {
      resolution.destination = Destination(
        screen: screen, params: notice.params, calls: notice.calls)
    }
    let result = try apply(resolution, SendRequest(), session, call, clearing: notice.id, &effects)
    answer(call, &effects) { result.write(into: &$0) }
  }
}

extension Seat {
  /// Whether a command names by key an entry or notice that is gone; a stale report's have no effect.
  func lacksKey(of json: borrowing Document, _ node: Node) -> Bool {
    if let text = json.member(node, "key").flatMap({ json.text($0) }) {
      return Entry.number(of: text).map { state.entry($0) == nil } ?? false
    }
    if let text = json.member(node, "id").flatMap({ json.text($0) }) {
      return Notice.number(of: text).map { id in !state.notices.contains { $0.id == id } } ?? false
    }
    return false
  }
}
