import JSON
import NavCore
import NavProtocol
import NavServer
import Systemd
import UnixIO

extension Daemon {
  /// Takes the connections that wait, a bounded number of them.
  func accept() {
    for _ in 0..<Limits.accepts {
      do throws(Errno) {
        guard let descriptor = try UnixSocket.accept(from: listening.descriptor) else { break }
        admit(descriptor)
      } catch {
        refuseWithReserve(error)
        break
      }
    }
    settle()
  }

  private func admit(_ descriptor: consuming OwnedDescriptor) {
    let credentials: PeerCredentials
    do throws(Errno) {
      credentials = try PeerCredentials(of: descriptor.raw)
    } catch {
      return
    }
    if let refusal = refusal(credentials) {
      log.client(
        .connectionRefused, uid: credentials.uid, pid: credentials.pid,
        at: SystemClock.boottime(), "refused: \(refusal.message.string)",
        fields: [("NAVD_KIND", refusal.kind.rawValue)])
      return say(refusal, to: descriptor)
    }
    guard let id = connections.newID() else {
      return say(Refusal(.busy, "too many connections; try again later"), to: descriptor)
    }
    let connection = Connection(
      id: id, peer: roles.peer(credentials), descriptor: descriptor)
    do throws(SystemdError) {
      try set.add(connection.descriptor.raw, tag: UInt32(bitPattern: id), .readable)
    } catch {
      return
    }
    connection.interest = EpollSet.Readiness.readable
    connections.insert(connection)
    give(.connect(id))
    counters.accepted &+= 1
    armStatus()
  }

  private func refusal(_ credentials: PeerCredentials) -> Refusal? {
    if credentials.uid == PeerCredentials.unmapped {
      return Refusal(
        .permission_denied,
        "your uid has no number here (65534): connect from outside the user namespace or container")
    }
    if connections.count >= WireLimits.connections {
      return Refusal(.busy, "\(WireLimits.connections) clients are connected; try again later")
    }
    if !roles.isExempt(credentials.uid),
      connections.count(of: credentials.uid) >= WireLimits.connectionsPerUser
    {
      return Refusal(
        .busy,
        "uid \(credentials.uid) has \(WireLimits.connectionsPerUser) connections; close some first")
    }
    return nil
  }

  private func say(_ refusal: Refusal, to descriptor: borrowing OwnedDescriptor) {
    counters.refused &+= 1
    scratch.removeAll()
    scratch.append("{\"error\":")
    refusal.write(into: &scratch)
    scratch.append("}\n")
    unsafe scratch.withUnsafeBytes { unsafe _ = Transfer.send(descriptor.raw, $0) }
    Transfer.endWriting(descriptor.raw)
  }

  /// Descriptors ran out: one that was held back serves to tell clients, then accepting pauses, as a
  /// listener with a waiting client would otherwise wake the loop without end.
  private func refuseWithReserve(_ error: Errno) {
    let own = PeerCredentials.own
    log.client(
      .descriptorsExhausted, uid: own.uid, pid: own.pid, at: SystemClock.boottime(),
      "cannot accept connections: \(error); \(connections.count) are open; raise LimitNOFILE=",
      fields: [("ERRNO", "\(error.number)"), ("NAVD_CONNECTIONS", "\(connections.count)")])
    if reserve != nil {
      reserve = nil
      let refusal = Refusal(.busy, "navd has no descriptor left; try again later")
      for _ in 0..<Limits.accepts {
        guard let descriptor = try? UnixSocket.accept(from: listening.descriptor) else { break }
        say(refusal, to: descriptor)
      }
      reserve = Descriptor.reserve()
    }
    sources?.listener.set(.off)
    sources?.accept.arm(at: SystemClock.boottime() &+ Limits.acceptPause)
  }

  /// Accepts again after a pause.
  func resumeAccepting() {
    guard !isDraining else { return }
    if reserve == nil { reserve = Descriptor.reserve() }
    sources?.listener.set(.on)
  }
}
