import JSON
import NavCore
import NavProtocol

extension Server {
  /// Takes what happened in the front end into the state.
  mutating func report(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let slot = try find(try call.required("session", json), call.peer)
    guard var session = sessions[slot] else { return }
    let manifest = try manifest(of: session)
    let said = try conditions(json, call, manifest)
    var commands: [Command] = []
    if call.member("commands", json) != nil {
      try requireFrontend(slot, call)
      let base = try call.rev("base_rev", json)
      for (index, node) in try commandNodes(json, call).enumerated() {
        let op = json.member(node, "op").flatMap { json.text($0) } ?? ""
        if let base, base < session.rev, op == "push" || op == "replace" || op == "pop" {
          throw Refusal(
            .stale_rev, "'base_rev' \(base) is behind rev \(session.rev); apply what came since",
            at: Text("/params/commands/\(index)"))
        }
        commands += try perform(json, node, index, manifest, &session.seat)
      }
      guard session.seat.isWithinLimit else {
        throw Refusal(
          .too_large, "the session's state would pass \(NavigationLimits.stateBytes) bytes")
      }
      session.activeAt = call.at.wall
      session.isDirty = true
      sessions[slot] = session
    }
    let rev = (sessions[slot]?.rev ?? 0) &+ (commands.isEmpty ? 0 : 1)
    answer(call, &effects) { out in
      out.append("{\"rev\":")
      out.append(rev)
      out.append("}")
    }
    var cause = Cause(origin: "ui")
    if case .id(let id) = call.id { cause.report = id }
    emit(slot, commands, request: nil, cause, &effects)
    settle(slot, said, manifest, startsAnew: false, at: call.at, &effects)
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
    _ slot: Int32, _ said: (conditions: [Text: Bool]?, user: Text?), _ manifest: Manifest,
    startsAnew: Bool, at: Moment, _ effects: inout Effects
  ) {
    guard var session = sessions[slot],
      startsAnew || said.conditions != nil || said.user != nil
    else { return }
    if startsAnew { session.conditions = [:] }
    session.conditions.merge(said.conditions ?? [:]) { $1 }
    var commands: [Command] = []
    if let user = said.user {
      if let before = session.user, before != user {
        session.held = []
        for notice in session.seat.state.notices {
          session.seat.perform(.clearNotice(notice.id), &commands)
        }
      }
      session.user = user
    }
    commands += session.settle(manifest, at: at.wall)
    session.isDirty = true
    sessions[slot] = session
    emit(slot, commands, request: nil, Cause(origin: "ui"), &effects)
  }

  mutating func activity(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let slot = try find(try call.required("session", json), call.peer)
    sessions[slot]?.activeAt = call.at.wall
    sessions[slot]?.isDirty = true
    answer(call, &effects) { $0.append("{}") }
  }

  /// Opens what a notice, or one of its buttons, leads to.
  mutating func activate(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let slot = try find(try call.required("session", json), call.peer, sending: true)
    guard let session = sessions[slot] else { return }
    let manifest = try manifest(of: session)
    let id = try call.required("notice", json)
    guard let notice = session.seat.state.notices.first(where: { Notice.number(of: id) == $0.id })
    else {
      throw Refusal(
        .no_such_notice, "session '\(session.name.string)' has no notice \(quoted(id))",
        at: "/params/notice")
    }
    let app = resolver.app(named: session.app) ?? 0
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
    let request = SendRequest(activating: notice, dialect: nil)
    let result = try apply(resolution, request, slot, call, clearing: notice.id, &effects)
    answer(call, &effects) { result.write(into: &$0) }
  }
}

extension Session {
  /// Removes what the conditions do not allow, and opens the newest held destination that they do.
  ///
  /// Older ones that they allow become notices.
  mutating func settle(_ manifest: Manifest, at wall: Int64) -> [Command] {
    func allows(_ screen: Screen) -> Bool {
      screen.requires.allSatisfy { conditions[manifest.conditions[$0]] == true }
    }
    var commands = seat.removeEntries { entry in
      guard let screen = manifest.screen(named: entry.screen) else { return true }
      return !allows(screen)
    }
    let ready = held.filter { item in
      guard let screen = manifest.screen(named: item.screen) else { return false }
      return allows(screen) && (item.until ?? .max) > wall
    }
    guard let newest = ready.last, let index = manifest.screenNames[newest.screen] else {
      return commands
    }
    held.removeAll { ready.contains($0) }
    let otherwise = manifest.screens[index].otherwise.map { manifest.screens[$0].name }
    if let otherwise { commands += seat.removeEntries { $0.screen == otherwise } }
    for older in ready.dropLast() {
      var notice = Notice(id: 0)
      notice.title = older.title
      (notice.screen, notice.params, notice.calls) = (older.screen, older.params, older.calls)
      notice.at = wall / 1000
      commands += seat.put(notice).commands
    }
    commands += seat.open(
      Destination(screen: index, params: newest.params, calls: newest.calls), of: manifest)
    return commands
  }
}
