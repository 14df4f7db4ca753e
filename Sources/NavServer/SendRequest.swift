import JSON
import NavCore
import NavProtocol

/// What a `send` or `resolve` asks for; it has one owner, so that it is never copied.
struct SendRequest: ~Copyable {
  enum Content {
    case payload(Node)
    case link(Text)
  }

  /// Which sessions it is for.
  enum Target {
    /// The seat that the app is.
    case seat
    case named(Text)
    /// These, each with a result of its own.
    case list([Text])
    /// All sessions of the app.
    case every
  }

  enum Wait { case stored, delivered, acked }

  var content: Content
  var target = Target.seat
  var app: Int?
  var arrival: Bool?
  var origin: OriginSet
  var dialect: Dialect?
  var key: Text?
  var timeToLive: Int64?
  var stay: Int64?
  var activationToken: Text?
  var action: Text?
  var wait = Wait.stored
  var timeout: Int64?

  /// The session that it names, the first where they are several.
  var session: Text? {
    switch target {
    case .seat, .every: nil
    case .named(let name): name
    case .list(let names): names.first
    }
  }

  private init(_ content: Content, origin: OriginSet) {
    (self.content, self.origin) = (content, origin)
  }

  /// A bare payload or link with the defaults.
  init(bare json: borrowing Document) {
    if let link = json.text(json.root) {
      self.init(.link(link), origin: .link)
    } else {
      self.init(.payload(json.root), origin: .push)
    }
  }

  /// A tap on a notice.
  init() { self.init(.link(Text()), origin: .push) }

  /// Reads the params of a call.
  ///
  /// - Throws: `invalid_params`, `no_such_app`, `no_such_session` for the app that a session is of.
  static func read(
    _ json: borrowing Document, _ call: Call, _ resolver: Resolver
  ) throws(Refusal) -> SendRequest {
    let given = Members(json, call)
    var request = SendRequest(
      try given.content(json, call), origin: given.link == nil ? .push : .link)
    if let node = given.app { request.app = try app(node, json, call, resolver) }
    if let node = given.session { try request.readSession(node, json, call) }
    if given.options { try request.readOptions(json, call) }
    return request
  }

  /// Where the params that most requests have are, found in one walk; the others are looked up where there are any.
  private struct Members {
    var payload: Node?
    var link: Node?
    var app: Node?
    var session: Node?
    var options = false

    init(_ json: borrowing Document, _ call: borrowing Call) {
      guard let params = call.params else { return }
      json.members(params) { name, value in
        guard json.kind(value) != .null else { return }
        switch name.count {
        case 3 where name.is("app"): app = value
        case 4 where name.is("link"): link = value
        case 7 where name.is("payload"): payload = value
        case 7 where name.is("session"): session = value
        default: options = true
        }
      }
    }

    func content(
      _ json: borrowing Document, _ call: borrowing Call
    ) throws(Refusal) -> Content {
      switch (payload, link) {
      case (let payload?, nil):
        guard json.kind(payload) == .object else { throw call.wrong("payload", "an object") }
        return .payload(payload)
      case (nil, let link?): return .link(try call.text("link", link, json))
      case (nil, nil):
        throw Refusal(.invalid_params, "give 'payload' or 'link'", at: "/params")
      default: throw Refusal(.invalid_params, "give 'payload' or 'link', not both", at: "/params")
      }
    }
  }

  private mutating func readOptions(_ json: borrowing Document, _ call: Call) throws(Refusal) {
    if let word = try call.word("arrival", json, of: ["tapped", "received"]) {
      arrival = word == "tapped"
    }
    if let word = try call.word("origin", json, of: ["push", "link", "web", "cli", "ui"]),
      let named = OriginSet(name: Text(word))
    {
      origin = named
    }
    if let name = try call.text("dialect", json) {
      guard let known = Dialect(rawValue: name.string) else {
        throw call.wrong("dialect", "a dialect; 'navctl payloads' lists them")
      }
      dialect = known
    }
    key = try call.text("key", json)
    if let key, key.isEmpty || key.count > 256 { throw call.wrong("key", "1 to 256 bytes") }
    timeToLive = try call.seconds("ttl", json)
    stay = try call.seconds("stay", json)
    activationToken = try call.text("activation_token", json)
    action = try call.text("action", json)
    switch try call.word("wait", json, of: ["stored", "delivered", "acked"]) {
    case "delivered": wait = .delivered
    case "acked": wait = .acked
    default: break
    }
    timeout = try call.seconds("timeout", json)
  }

  private static func app(
    _ node: Node, _ json: borrowing Document, _ call: Call, _ resolver: Resolver
  ) throws(Refusal) -> Int {
    let name = try call.text("app", node, json)
    guard let found = resolver.app(named: name) else {
      throw Refusal(.no_such_app, "there is no app \(quoted(name))", at: "/params/app")
    }
    return found
  }

  private mutating func readSession(
    _ node: Node, _ json: borrowing Document, _ call: Call
  ) throws(Refusal) {
    switch json.kind(node) {
    case .string:
      let name = json.text(node) ?? Text()
      guard name == "*" else {
        target = .named(name)
        return
      }
      guard app != nil else {
        throw Refusal(.invalid_params, "'session' \"*\" needs 'app'", at: "/params/session")
      }
      target = .every
    case .array:
      var sessions: [Text] = []
      for element in json.nodes(node) {
        guard let name = json.text(element) else {
          throw call.wrong("session", "a string or an array of strings")
        }
        sessions.append(name)
      }
      guard !sessions.isEmpty, sessions.count <= 64 else {
        throw call.wrong("session", "an array of 1 to 64 names")
      }
      target = .list(sessions)
    default: throw call.wrong("session", "a string or an array of strings")
    }
  }
}
