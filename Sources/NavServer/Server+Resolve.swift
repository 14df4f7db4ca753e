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
    let tapped = request.arrival ?? resolution.tapped
    var result = SendResult(result: resolution, manifest, session)
    var trial =
      session
      ?? Session(
        slot: 0, name: manifest.app, uid: call.peer.uid, app: manifest.app,
        seat: Seat(first: manifest))
    let taken = try trial.take(resolution, request, tapped, manifest, as: "", at: call.at)
    let commands = taken.commands
    (result.outcome, result.notice) = (taken.outcome, taken.notice)
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
