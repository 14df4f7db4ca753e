import JSON
import NavCore
public import NavProtocol

extension Server {
  /// Takes one line of a connection, without its `\n`, and answers it.
  ///
  /// Every line is answered: by a result, by an error with a kind, or, for a notification, by nothing.
  public mutating func receive(
    _ line: Span<UInt8>, from connection: Int32, at: Moment, into effects: inout Effects
  ) {
    guard let client = clients[connection] else { return }
    now = at
    stats.lines &+= 1
    var json = spare.take() ?? Document()
    do throws(JSONError) {
      try json.parse(line, maximumDepth: WireLimits.depth)
      handle(json, connection, client.peer, at, &effects)
    } catch {
      stats.errors &+= 1
      let refusal = Refusal(.parse_error, error.message, offset: error.offset)
      effects.reply(to: connection) { out in
        out.append("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":")
        refusal.write(into: &out)
        out.append("}")
      }
    }
    spare = consume json
  }

  private mutating func handle(
    _ json: borrowing Document, _ connection: Int32, _ peer: Peer, _ at: Moment,
    _ effects: inout Effects
  ) {
    var call = Call(connection: connection, peer: peer, at: at, id: .bare)
    do throws(Refusal) {
      switch json.kind(json.root) {
      case .string: try sendBare(json, call, &effects)
      case .object:
        let envelope = Envelope(json)
        guard let version = envelope.version else {
          try sendBare(json, call, &effects)
          return
        }
        call.id = .id("null")
        call.id = try requestID(envelope.id, json)
        guard json.isText(version, "2.0") else {
          throw Refusal(.invalid_request, "'jsonrpc' is not \"2.0\"", at: "/jsonrpc")
        }
        guard let method = envelope.method, json.kind(method) == .string else {
          throw Refusal(.invalid_request, "'method' is missing; it is a string", at: "/method")
        }
        if let params = envelope.params {
          guard json.kind(params) == .object else {
            throw Refusal(.invalid_params, "'params' is not an object", at: "/params")
          }
          call.params = params
        }
        if isFull { try requireSpace(for: json.text(method) ?? Text()) }
        try dispatch(method, json, call, &effects)
      default:
        call.id = .id("null")
        throw Refusal(
          .invalid_request, "a line is a JSON-RPC request, a payload object or a link string")
      }
    } catch {
      stats.errors &+= 1
      refuse(call, error, &effects)
    }
  }

  /// The members of a request, found in one walk.
  private struct Envelope {
    var version: Node?
    var id: Node?
    var method: Node?
    var params: Node?

    init(_ json: borrowing Document) {
      json.members(json.root) { name, value in
        switch name.count {
        case 2 where name.is("id"): id = value
        case 6 where name.is("method"): method = value
        case 6 where name.is("params"): params = value
        case 7 where name.is("jsonrpc"): version = value
        default: break
        }
      }
    }
  }

  private func requestID(
    _ node: Node?, _ json: borrowing Document
  ) throws(Refusal) -> RequestID {
    guard let node else { return .none }
    switch json.kind(node) {
    case .integer, .unsigned: return .id(json.encoded(node))
    case .string:
      let text = json.encoded(node)
      if text.count <= 66 { return .id(text) }
    default: break
    }
    throw Refusal(
      .invalid_request, "'id' is not an integer or a string of at most 64 bytes", at: "/id")
  }

  private mutating func dispatch(
    _ node: Node, _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    switch () {
    case _ where json.isText(node, "send"): try send(json, call, &effects)
    case _ where json.isText(node, "hello"): try hello(json, call, &effects)
    case _ where json.isText(node, "ping"): answer(call, &effects) { $0.append("{}") }
    case _ where json.isText(node, "resolve"): try resolve(json, call, &effects)
    case _ where json.isText(node, "build"): try build(json, call, &effects)
    case _ where json.isText(node, "subscribe"): try subscribe(json, call, &effects)
    case _ where json.isText(node, "unsubscribe"): try unsubscribe(json, call, &effects)
    case _ where json.isText(node, "ack"): try ack(json, call, &effects)
    case _ where json.isText(node, "nack"): try nack(json, call, &effects)
    case _ where json.isText(node, "report"): try report(json, call, &effects)
    case _ where json.isText(node, "navigate"): try navigate(json, call, &effects)
    case _ where json.isText(node, "activate"): try activate(json, call, &effects)
    case _ where json.isText(node, "activity"): try activity(json, call, &effects)
    case _ where json.isText(node, "session.get"): try sessionGet(json, call, &effects)
    case _ where json.isText(node, "session.list"): try sessionList(json, call, &effects)
    case _ where json.isText(node, "session.close"): try sessionClose(json, call, &effects)
    case _ where json.isText(node, "request.get"): try requestGet(json, call, &effects)
    case _ where json.isText(node, "request.list"): try requestList(json, call, &effects)
    case _ where json.isText(node, "request.cancel"): try requestCancel(json, call, &effects)
    case _ where json.isText(node, "history"): try history(json, call, &effects)
    case _ where json.isText(node, "app.list"): appList(call, &effects)
    case _ where json.isText(node, "app.get"): try appGet(json, call, &effects)
    case _ where json.isText(node, "server.stats"): try serverStats(json, call)
    case _ where json.isText(node, "server.info"): serverInfo(call, &effects)
    case _ where json.isText(node, "server.reload"): try serverReload(call, &effects)
    default:
      throw Refusal(
        .method_not_found,
        "there is no method \(quoted(json.text(node) ?? Text())); navd-protocol(7) lists them",
        at: "/method")
    }
  }

  /// Answers a request with a result.
  func answer(_ call: Call, _ effects: inout Effects, _ result: (inout Bytes) -> Void) {
    answer(call.connection, call.id, &effects, result)
  }

  /// Answers a request with a result.
  func answer(
    _ connection: Int32, _ id: RequestID, _ effects: inout Effects,
    _ result: (inout Bytes) -> Void
  ) {
    switch id {
    case .none: return
    case .bare: effects.reply(to: connection, result)
    case .id(let id):
      effects.reply(to: connection) { out in
        out.append("{\"jsonrpc\":\"2.0\",\"id\":")
        out.append(id)
        out.append(",\"result\":")
        result(&out)
        out.append("}")
      }
    }
  }

  /// Answers a request with an error.
  func refuse(_ call: Call, _ refusal: Refusal, _ effects: inout Effects) {
    refuse(call.connection, call.id, refusal, &effects)
  }

  /// Answers a request with an error; a notification is told nothing.
  func refuse(
    _ connection: Int32, _ id: RequestID, _ refusal: Refusal, _ effects: inout Effects
  ) {
    switch id {
    case .none: return
    case .bare:
      effects.reply(to: connection) { out in
        out.append("{\"error\":")
        refusal.write(into: &out)
        out.append("}")
      }
    case .id(let id):
      effects.reply(to: connection) { out in
        out.append("{\"jsonrpc\":\"2.0\",\"id\":")
        out.append(id)
        out.append(",\"error\":")
        refusal.write(into: &out)
        out.append("}")
      }
    }
  }
}
