import NavCore
import NavProtocol

/// What a uid uses of what every uid has a share of.
public struct Usage: Equatable, Sendable {
  /// The uid.
  public var uid: UInt32
  /// Its connections; the limit is ``WireLimits/connectionsPerUser``.
  public var connections = 0
  /// The subscriptions of its connections, those to all sessions too.
  public var subscriptions = 0
  /// The requests of its connections that wait for an ack.
  public var waits = 0
  /// Its sessions; the limit is ``WireLimits/sessionsPerUser``.
  public var sessions = 0
  /// The un-acked calls that it sent.
  public var calls = 0
  /// Bytes of what it sent that are stored; the limit is ``WireLimits/storedPerUser``.
  public var storedBytes = 0
}

extension Server {
  /// What each uid uses that uses anything, in the order of the uids.
  ///
  /// It is counted when it is asked for, but for the stored bytes.
  public var usage: [Usage] {
    var found: [UInt32: Usage] = [:]
    for client in clients.values {
      let uid = client.peer.uid
      found[uid, default: Usage(uid: uid)].connections += 1
      found[uid, default: Usage(uid: uid)].waits += client.waits
      found[uid, default: Usage(uid: uid)].subscriptions +=
        client.subscriptions.count + (client.watchesAll == nil ? 0 : 1)
    }
    for session in sessions.all {
      found[session.uid, default: Usage(uid: session.uid)].sessions += 1
      for call in session.calls {
        guard let uid = call.sender else { continue }
        found[uid, default: Usage(uid: uid)].calls += 1
      }
    }
    for uid in paid.uids { found[uid, default: Usage(uid: uid)].storedBytes = paid.of(uid) }
    return found.values.sorted { $0.uid < $1.uid }
  }

  /// Refuses who has as much stored as a uid may have.
  func requireShare(_ peer: Peer) throws(Refusal) {
    let used = paid.of(peer.uid)
    guard used >= WireLimits.storedPerUser, !peer.isExempt else { return }
    throw Refusal(
      .quota_exceeded,
      "uid \(peer.uid) has \(used) stored bytes of \(WireLimits.storedPerUser): events that nobody "
        + "has acked, held requests, notices and keys; have them acked, or wait until they end")
  }
}
