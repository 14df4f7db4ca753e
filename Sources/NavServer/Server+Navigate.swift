import JSON
import NavCore
import NavProtocol

extension Server {
  /// Explicit control: `back`, `home`, or commands as they stand.
  mutating func navigate(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let slot = try find(try call.required("session", json), call.peer)
    guard var session = sessions[slot] else { return }
    let manifest = try manifest(of: session)
    let nodes = try commandNodes(json, call)
    var commands: [Command] = []
    var atRoot: Bool?
    for (index, node) in nodes.enumerated() {
      let op = json.member(node, "op").flatMap { json.text($0) } ?? ""
      switch op.string {
      case "back":
        let back = session.seat.back(manifest)
        commands += back.commands
        atRoot = back.atRoot
      case "home":
        commands += session.seat.home(
          manifest, screen: manifest.idle?.screen ?? manifest.defaultScreen)
      default:
        commands += try perform(json, node, index, manifest, &session.seat)
      }
    }
    guard session.seat.isWithinLimit else {
      throw Refusal(
        .too_large, "the session's state would pass \(NavigationLimits.stateBytes) bytes")
    }
    session.activeAt = call.at.wall
    session.isDirty = true
    sessions[slot] = session
    emit(slot, commands, request: nil, Cause(origin: "ui"), &effects)
    let rev = sessions[slot]?.rev ?? 0
    answer(call, &effects) { out in
      out.append("{\"rev\":")
      out.append(rev)
      out.append(atRoot == true ? ",\"at_root\":true}" : ",\"at_root\":false}")
    }
  }

  func manifest(of session: Session) throws(Refusal) -> Manifest {
    guard let app = resolver.app(named: session.app) else {
      throw Refusal(
        .no_such_app, "the manifest of app '\(session.app.string)' is no longer there")
    }
    return resolver.manifests[app]
  }

  func commandNodes(
    _ json: borrowing Document, _ call: Call
  ) throws(Refusal) -> [Node] {
    guard let list = call.member("commands", json), json.kind(list) == .array else {
      throw Refusal(
        .invalid_params, "'commands' is missing; it is an array", at: "/params/commands")
    }
    var nodes: [Node] = []
    json.elements(list) { nodes.append($0) }
    guard nodes.count <= 64 else { throw call.wrong("commands", "an array of at most 64") }
    return nodes
  }

  /// Performs one command that a client wrote; entries get their keys here.
  ///
  /// - Throws: `invalid_params`, `no_such_tab`, `no_such_entry`, `no_such_notice`, `screen_unknown`.
  func perform(
    _ json: borrowing Document, _ node: Node, _ index: Int, _ manifest: Manifest,
    _ seat: inout Seat
  ) throws(Refusal) -> [Command] {
    let place = "/params/commands/\(index)"
    func text(_ name: StaticString, _ json: borrowing Document) -> Text? {
      json.member(node, name).flatMap { json.text($0) }
    }
    func wrong(_ what: String) -> Refusal { Refusal(.invalid_params, what, at: Text(place)) }
    let tab = text("tab", json) ?? seat.state.tab
    guard let stack = seat.state.stackIndex(tab) else {
      throw Refusal(
        .no_such_tab, "there is no tab \(quoted(tab))", at: Text(place + "/tab"))
    }
    func key(_ name: StaticString, _ json: borrowing Document) throws(Refusal) -> UInt64 {
      guard let given = text(name, json), let key = Entry.number(of: given),
        seat.state.entry(key) != nil
      else {
        throw Refusal(
          .no_such_entry, "'\(name)' names no entry of the session", at: Text("\(place)/\(name)"))
      }
      return key
    }
    var event: [Command] = []
    let op = text("op", json) ?? ""
    switch op.string {
    case "select_tab": seat.perform(.selectTab(tab), &event)
    case "push", "replace", "present":
      let (screen, params) = try target(json, node, place, manifest)
      let entry = Entry(key: seat.makeKey(), screen: screen.name, params: params)
      switch op.string {
      case "push": seat.perform(.push(tab: tab, entry), &event)
      case "replace": seat.perform(.replace(tab: tab, entry), &event)
      default:
        guard seat.state.modals.count < NavigationLimits.modalDepth else {
          throw Refusal(
            .too_large, "a session has at most \(NavigationLimits.modalDepth) modals")
        }
        seat.perform(.present(entry), &event)
      }
      seat.trim(tab, keeping: entry.key, &event)
    case "pop":
      if json.member(node, "to") != nil {
        seat.perform(.popTo(tab: tab, key: try key("to", json)), &event)
      } else {
        let count = json.member(node, "count").flatMap { json.integer($0) } ?? 1
        guard count >= 1, count < seat.state.stacks[stack].entries.count else {
          throw wrong("'count' is not 1 to one less than the stack's depth: the root stays")
        }
        seat.perform(.pop(tab: tab, count: Int(count)), &event)
      }
    case "dismiss":
      let key = try key("key", json)
      guard seat.state.modals.contains(where: { $0.key == key }) else {
        throw wrong("'key' names no modal")
      }
      seat.perform(.dismiss(key), &event)
    case "remove":
      let key = try key("key", json)
      guard !seat.state.stacks.contains(where: { $0.entries.first?.key == key }) else {
        throw wrong("'key' is the root of a stack, which stays")
      }
      seat.perform(.remove(key), &event)
    case "update":
      let key = try key("key", json)
      guard let given = json.member(node, "params"), json.kind(given) == .object else {
        throw wrong("'params' is not an object")
      }
      seat.perform(.update(key, Params(json: json, given)), &event)
    case "clear_notice":
      guard let id = text("id", json).flatMap({ Notice.number(of: $0) }),
        seat.state.notices.contains(where: { $0.id == id })
      else {
        throw Refusal(.no_such_notice, "'id' names no notice", at: Text(place + "/id"))
      }
      seat.perform(.clearNotice(id), &event)
    default:
      throw wrong(
        "\(quoted(op)) is no command; write select_tab, push, replace, pop, present, dismiss, "
          + "remove, update, clear_notice, back or home")
    }
    return event
  }

  private func target(
    _ json: borrowing Document, _ node: Node, _ place: String, _ manifest: Manifest
  ) throws(Refusal) -> (Screen, Params) {
    guard let entry = json.member(node, "entry"), let nameNode = json.member(entry, "screen"),
      let name = json.text(nameNode)
    else {
      throw Refusal(
        .invalid_params, "'entry' is not {\"screen\":…,\"params\":{…}}",
        at: Text(place + "/entry"))
    }
    guard let screen = manifest.screen(named: name) else {
      throw Refusal(
        .screen_unknown, "there is no screen \(quoted(name))", at: Text(place + "/entry/screen"))
    }
    let given = json.member(entry, "params").map { Params(json: json, $0) } ?? Params()
    var dropped: [Text] = []
    return (screen, try screen.checked(given, dropped: &dropped))
  }
}
