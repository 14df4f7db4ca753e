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
    var json = spare.take() ?? Document()
    do throws(JSONError) {
      try json.parse(line, maximumDepth: WireLimits.depth)
      handle(json, connection, client.peer, at, &effects)
    } catch {
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
      case .string: try sendBare(link: true, json, call, &effects)
      case .object:
        guard json.member(json.root, "jsonrpc") != nil else {
          try sendBare(link: false, json, call, &effects)
          return
        }
        call.id = .id("null")
        call.id = try requestID(json)
        guard let version = json.member(json.root, "jsonrpc"), json.isText(version, "2.0") else {
          throw Refusal(.invalid_request, "'jsonrpc' is not \"2.0\"", at: "/jsonrpc")
        }
        guard let node = json.member(json.root, "method"), let method = json.text(node) else {
          throw Refusal(.invalid_request, "'method' is missing; it is a string", at: "/method")
        }
        if let params = json.member(json.root, "params") {
          guard json.kind(params) == .object else {
            throw Refusal(.invalid_params, "'params' is not an object", at: "/params")
          }
          call.params = params
        }
        try dispatch(method, json, call, &effects)
      default:
        call.id = .id("null")
        throw Refusal(
          .invalid_request, "a line is a JSON-RPC request, a payload object or a link string")
      }
    } catch {
      refuse(call, error, &effects)
    }
  }

  private func requestID(_ json: borrowing Document) throws(Refusal) -> RequestID {
    guard let node = json.member(json.root, "id") else { return .none }
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
    _ method: Text, _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    switch method.string {
    case "hello": try hello(json, call, &effects)
    case "ping": answer(call, &effects) { $0.append("{}") }
    case "send": try send(json, call, &effects)
    case "resolve": try resolve(json, call, &effects)
    case "build": try build(json, call, &effects)
    case "subscribe": try subscribe(json, call, &effects)
    case "unsubscribe": try unsubscribe(json, call, &effects)
    case "ack": try ack(json, call, &effects)
    case "nack": try nack(json, call, &effects)
    case "report": try report(json, call, &effects)
    case "navigate": try navigate(json, call, &effects)
    case "activate": try activate(json, call, &effects)
    case "activity": try activity(json, call, &effects)
    case "session.get": try sessionGet(json, call, &effects)
    case "session.list": try sessionList(json, call, &effects)
    case "session.close": try sessionClose(json, call, &effects)
    case "request.get": try requestGet(json, call, &effects)
    case "request.list": try requestList(json, call, &effects)
    case "request.cancel": try requestCancel(json, call, &effects)
    case "history": try history(json, call, &effects)
    case "app.list": appList(call, &effects)
    case "server.info": serverInfo(call, &effects)
    case "server.reload": try serverReload(call, &effects)
    default:
      throw Refusal(
        .method_not_found, "there is no method \(quoted(method)); navd-protocol(7) lists them",
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
