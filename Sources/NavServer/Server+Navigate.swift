import JSON
import NavCore
import NavProtocol

extension Server {
  /// Explicit control: `back`, `home`, or commands as they stand.
  mutating func navigate(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let session = try find(try call.required("session", json), call.peer)
    let manifest = try manifest(of: session)
    let nodes = try commandNodes(json, call)
    let mark = session.mark()
    let made: (commands: [Command], atRoot: Bool)
    do throws(Refusal) {
      made = try perform(nodes, json, session, manifest, by: call.peer.uid, at: call.at)
    } catch {
      session.restore(mark)
      throw error
    }
    emit(session, made.commands, Cause(origin: "ui", sender: call.peer.uid), &effects)
    answer(call, &effects) { out in
      out.append("{\"rev\":")
      out.append(session.rev)
      out.append(made.atRoot ? ",\"at_root\":true}" : ",\"at_root\":false}")
    }
  }

  /// Performs explicit control in a session.
  ///
  /// - Returns: The commands, and whether `back` was at the first tab's root already.
  private func perform(
    _ nodes: [Node], _ json: borrowing Document, _ session: Session, _ manifest: Manifest,
    by uid: UInt32, at: Moment
  ) throws(Refusal) -> (commands: [Command], atRoot: Bool) {
    var commands: [Command] = []
    var atRoot = false
    let before = session.seat.state
    for (index, node) in nodes.enumerated() {
      let op = json.member(node, "op").flatMap { json.text($0) } ?? ""
      switch op.string {
      case "back":
        let back = session.seat.back(manifest)
        commands += back.commands
        atRoot = back.atRoot
      case "home":
        let known = session.known
        commands += session.seat.home(
          manifest, screen: manifest.idle?.screen ?? manifest.defaultScreen
        ) { $0.isAllowed(by: known, manifest) }
      case "call": commands.append(try explicitCall(json, node, index, manifest, session.seat))
      default:
        commands += try perform(json, node, index, manifest, &session.seat, origin: .ui)
      }
    }
    try session.requireWithinLimit()
    let calls = commands.count { if case .call = $0 { true } else { false } }
    try session.requireRoom(for: calls, of: uid)
    session.touch(at: at)
    session.own(&commands)
    let isSame = session.seat.state == before && calls == 0
    return (isSame ? [] : commands, atRoot)
  }

  func manifest(of session: Session) throws(Refusal) -> Manifest {
    guard let place = session.place else {
      throw Refusal(
        .no_such_app, "the manifest of app '\(session.app.string)' is no longer there")
    }
    return resolver.manifests[place]
  }

  func commandNodes(
    _ json: borrowing Document, _ call: Call
  ) throws(Refusal) -> [Node] {
    guard let list = call.member("commands", json), json.kind(list) == .array else {
      throw Refusal(
        .invalid_params, "'commands' is missing; it is an array", at: "/params/commands")
    }
    let nodes = json.nodes(list)
    guard nodes.count <= 64 else { throw call.wrong("commands", "an array of at most 64") }
    return nodes
  }

  /// A call of a method that the entry's screen declares.
  private func explicitCall(
    _ json: borrowing Document, _ node: Node, _ index: Int, _ manifest: Manifest, _ seat: Seat
  ) throws(Refusal) -> Command {
    let place = "/params/commands/\(index)"
    guard let text = json.member(node, "key").flatMap({ json.text($0) }),
      let key = Entry.number(of: text), let entry = seat.state.entry(key)
    else {
      throw Refusal(
        .no_such_entry, "'key' names no entry of the session", at: Text(place + "/key"))
    }
    let method = json.member(node, "method").flatMap { json.text($0) } ?? ""
    guard let screen = manifest.screen(named: entry.screen), screen.methods.contains(method) else {
      throw Refusal(
        .invalid_params,
        "screen '\(entry.screen.string)' declares no method \(quoted(method))",
        at: Text(place + "/method"))
    }
    return .call(key, method)
  }

  /// Performs one command that a client wrote; entries get their keys here.
  ///
  /// - Throws: `invalid_params`, `no_such_tab`, `no_such_entry`, `no_such_notice`, `screen_unknown`.
  func perform(
    _ json: borrowing Document, _ node: Node, _ index: Int, _ manifest: Manifest,
    _ seat: inout Seat, origin: OriginSet = []
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
      guard screen.origins.isSuperset(of: origin) else {
        throw Refusal(
          .origin_denied, "screen '\(screen.name.string)' is not open to the origin 'ui'",
          at: Text(place + "/entry/screen"))
      }
      let entry = Entry(key: seat.makeKey(), screen: screen.name, params: params)
      switch op.string {
      case "push": seat.perform(.push(tab: tab, entry), &event)
      case "replace": seat.perform(.replace(tab: tab, entry), &event)
      default:
        if seat.state.modals.count >= NavigationLimits.modalDepth,
          let lowest = seat.state.modals.first
        {
          seat.perform(.remove(lowest.key), &event)
        }
        seat.perform(.present(entry), &event)
      }
      seat.trim(tab, keeping: entry.key, &event)
    case "pop":
      if json.member(node, "to") != nil {
        let key = try key("to", json)
        guard seat.state.stacks[stack].entries.contains(where: { $0.key == key }) else {
          throw wrong("'to' is no entry of that stack")
        }
        seat.perform(.popTo(tab: tab, key: key), &event)
      } else {
        let given = json.member(node, "count")
        guard let count = given.map({ json.integer($0) }) ?? 1, count >= 1,
          count < seat.state.stacks[stack].entries.count
        else {
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
      var params = Params(json: json, given)
      if let screen = seat.state.entry(key).flatMap({ manifest.screen(named: $0.screen) }) {
        var dropped: [Text] = []
        params = try screen.checked(params, dropped: &dropped)
      }
      seat.perform(.update(key, params), &event)
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
