import JSON
import NavCore
import NavProtocol

extension Server {
  mutating func hello(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    if let list = call.member("protocols", json) {
      var speaks = false
      json.elements(list) { if json.integer($0) == 1 { speaks = true } }
      guard speaks else {
        throw Refusal(
          .unsupported_protocol, "navd speaks protocol 1; give \"protocols\":[1]",
          at: "/params/protocols")
      }
    }
    let (version, epoch) = (version, epoch)
    answer(call, &effects) { out in
      out.append("{\"protocol\":1,\"server\":{\"name\":\"navd\",\"version\":")
      out.append(quoted: version)
      out.append("},\"epoch\":")
      out.append(quoted: epoch)
      out.append(",\"uid\":")
      out.append(UInt64(call.peer.uid))
      out.append(",\"role\":\"")
      out.append(call.peer.isAdmin ? "admin" : call.peer.isSender ? "sender" : "user")
      out.append("\",\"limits\":")
      Server.writeLimits(into: &out)
      out.append(",\"capabilities\":[\"resume\",\"takeover\",\"wait\",\"conditions\",\"notices\"]}")
    }
  }

  private static func writeLimits(into out: inout Bytes) {
    let limits: [(StaticString, Int)] = [
      ("request_line", WireLimits.requestLine), ("server_line", WireLimits.serverLine),
      ("depth", WireLimits.depth), ("link", Link.maximumLength), ("params", WireLimits.params),
      ("subscriptions", WireLimits.subscriptions), ("sessions", WireLimits.sessionsPerUser),
      ("calls", WireLimits.unackedCalls), ("history", WireLimits.history),
      ("waits", WireLimits.waits), ("in_flight", WireLimits.requestsInFlight),
      ("stored_bytes", WireLimits.storedPerUser),
    ]
    out.append("{")
    out.append(list: limits) { out, limit in
      out.append(quoted: limit.0)
      out.append(":")
      out.append(limit.1)
    }
    out.append("}")
  }

  func serverInfo(_ call: Call, _ effects: inout Effects) {
    answer(call, &effects) { out in
      out.append("{\"server\":\"navd\",\"version\":")
      out.append(quoted: version)
      out.append(",\"protocol\":1,\"epoch\":")
      out.append(quoted: epoch)
      out.append(",\"apps\":")
      out.append(resolver.manifests.count)
      out.append(",\"sessions\":")
      out.append(sessions.all.count { reaches(call.peer, $0, sending: false) })
      out.append(",\"problems\":[")
      out.append(list: problems) { out, problem in
        out.append(quoted: problem)
      }
      out.append("]}")
    }
  }

  func serverReload(_ call: Call, _ effects: inout Effects) throws(Refusal) {
    guard call.peer.isAdmin else {
      throw Refusal(.permission_denied, "'server.reload' is for root and the group 'navd-admin'")
    }
    effects.reloadRequested = true
    answer(call, &effects) { $0.append("{}") }
  }
}
