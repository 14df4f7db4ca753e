import Glibc

/// Who is at the other end of a Unix socket, as the kernel recorded it at connect time.
public struct PeerCredentials: Equatable, Sendable {
  /// The process; only for people to read, never to decide by (it may be another one by now).
  public var pid: Int32
  /// The effective user.
  public var uid: UInt32
  /// The effective group.
  public var gid: UInt32
  /// The supplementary groups.
  public var groups: [UInt32]

  /// The uid that stands for one without a mapping in this user namespace.
  public static let unmapped: UInt32 = 65534

  /// The process, user and group of this process, without its supplementary groups.
  public static var own: PeerCredentials {
    PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid(), groups: [])
  }

  private init(pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32]) {
    (self.pid, self.uid, self.gid, self.groups) = (pid, uid, gid, groups)
  }

  /// Reads `SO_PEERCRED` and `SO_PEERGROUPS` (socket(7)).
  ///
  /// - Parameter readingGroups: false leaves the groups empty and saves a call.
  public init(of descriptor: Int32, readingGroups: Bool = true) throws(Errno) {
    // struct ucred is hidden without _GNU_SOURCE: pid, uid, gid, 32 bits each.
    var triple: [UInt32] = [0, 0, 0]
    var length = socklen_t(12)
    _ = try retrying {
      unsafe Int(getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &triple, &length))
    }
    pid = Int32(bitPattern: triple[0])
    uid = triple[1]
    gid = triple[2]
    groups = readingGroups ? try PeerCredentials.groups(of: descriptor) : []
  }

  /// Whether the peer is a member of the group, by its main or a supplementary one.
  public func isMember(of group: UInt32) -> Bool {
    gid == group || groups.contains(group)
  }

  private static func groups(of descriptor: Int32) throws(Errno) -> [UInt32] {
    var list = [UInt32](repeating: 0, count: 64)
    while true {
      var length = socklen_t(clamping: list.count &* 4)
      let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, &list, &length)
      if result == 0 { return Array(list.prefix(Int(length) / 4)) }
      let error = Errno.current
      guard error.number == ERANGE, list.count < 65536 else { throw error }
      list = [UInt32](repeating: 0, count: max(Int(length) / 4, list.count &* 2))
    }
  }
}
