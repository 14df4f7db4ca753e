import JSON
import NavCore
import NavProtocol

extension Server {
  /// Says what `send` would do, by the code that does it, and changes nothing.
  func resolve(
    _ json: borrowing Document, _ call: Call, _ effects: inout Effects
  ) throws(Refusal) {
    let request = try SendRequest(json, call, resolver)
    let name = request.sessions.first
    let resolution = try resolution(of: request, session: name, json, call)
    let manifest = resolver.manifests[resolution.app]
    let slot = try existing(name, resolution, call)
    let session = slot.flatMap { sessions[$0] }
    var seat = session?.seat ?? Seat(first: manifest)
    let tapped = request.arrival ?? resolution.tapped
    var result = SendResult(result: resolution, manifest, session)
    var commands: [Command] = []
    switch plan(resolution, tapped, manifest, session) {
    case .ignore: result.outcome = "ignored"
    case .nothing:
      throw Refusal(
        .no_match,
        "the payload names nothing to open, and app '\(manifest.app.string)' has no 'default'")
    case .notice:
      var notice = Notice(id: 0)
      notice.fill(resolution, manifest, at: call.at, lifetime: request.timeToLive)
      let put = seat.put(notice)
      (commands, result.notice) = (put.commands, put.id)
      result.outcome = "noticed"
    case .hold(_, let otherwise):
      if let otherwise {
        commands = seat.open(
          Destination(screen: otherwise, params: manifest.screens[otherwise].defaults),
          of: manifest)
      }
      result.outcome = "held"
    case .open(let destination):
      commands = seat.open(destination, of: manifest)
      result.outcome = session?.frontend == nil ? "queued" : "delivered"
    }
    if let session { result.rev = session.rev &+ (commands.isEmpty ? 0 : 1) }
    let marker = resolution.delivery?.marker
    let linkAt = resolution.delivery?.linkAt
    let explains = call.member("explain", json).flatMap { json.bool($0) } ?? false
    answer(call, &effects) { out in
      result.write(into: &out) { out in
        out.append(",\"commands\":")
        Command.write(commands, into: &out)
        guard explains else { return }
        out.append(",\"trace\":{\"arrival\":\"")
        out.append(tapped ? "tapped" : "received")
        out.append("\",\"marker\":")
        if let marker { out.append(quoted: marker) } else { out.append("null") }
        out.append(",\"link_at\":")
        if let linkAt, !linkAt.isEmpty { out.append(quoted: linkAt) } else { out.append("null") }
        out.append("}")
      }
    }
  }

  /// The session that a request would go to, where it exists.
  private func existing(
    _ name: Text?, _ resolution: Resolution, _ call: Call
  ) throws(Refusal) -> Int32? {
    if let name {
      do throws(Refusal) {
        return try find(name, call.peer, sending: true)
      } catch {
        guard error.kind == .no_such_session else { throw error }
        return nil
      }
    }
    let owner = owner(ofApp: resolution.app) ?? call.peer.uid
    let app = resolver.manifests[resolution.app].app
    return sessions.values.filter { $0.app == app && $0.uid == owner }
      .max { $0.activeAt < $1.activeAt }?.slot
  }
}
