import NavProtocol
import NavServer
import UnixIO

/// Who may what, by the numbers that the kernel recorded when a client connected.
struct Roles {
  var own = Accounts.effectiveUser
  var admins = Accounts.group("navd-admin")
  var senders = Accounts.group("navd-send")

  /// What a client is to the server.
  func peer(_ credentials: PeerCredentials) -> Peer {
    Peer(
      uid: credentials.uid, pid: credentials.pid,
      isAdmin: isExempt(credentials.uid) || admins.map(credentials.isMember) ?? false,
      isSender: senders.map(credentials.isMember) ?? false,
      isExempt: isExempt(credentials.uid))
  }

  /// Whether the shares of a uid do not hold for it.
  func isExempt(_ uid: UInt32) -> Bool { uid == 0 || uid == own }
}
