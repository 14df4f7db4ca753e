public import JSON

/// What a request's answer is addressed with.
public enum RequestID: Sendable, Equatable {
  /// The request came as a bare line: its answer is the result alone.
  case bare
  /// The `id` of the request, as encoded JSON.
  case id(Text)
  /// A notification: no answer.
  case none
}

/// The person-independent identity of a sender, read once at accept.
public struct Peer: Sendable, Equatable {
  /// Its uid.
  public var uid: UInt32
  /// Its pid, for logs only.
  public var pid: Int32
  /// Root, navd's own uid, or a member of `navd-admin`: everything.
  public var isAdmin: Bool
  /// A member of `navd-send`: `send` and `resolve` to any session.
  public var isSender: Bool

  /// Root or navd's own uid: no shares.
  public var isExempt: Bool

  /// Makes a peer.
  public init(
    uid: UInt32, pid: Int32 = 0, isAdmin: Bool = false, isSender: Bool = false,
    isExempt: Bool = false
  ) {
    (self.uid, self.pid) = (uid, pid)
    (self.isAdmin, self.isSender, self.isExempt) = (isAdmin, isSender, isExempt)
  }
}

/// A moment on both clocks, so that the device's sleep counts and people can read it.
public struct Moment: Sendable, Equatable {
  /// Milliseconds of `CLOCK_BOOTTIME`.
  public var boot: Int64
  /// Milliseconds since the Unix epoch.
  public var wall: Int64

  /// Makes a moment.
  public init(boot: Int64, wall: Int64) { (self.boot, self.wall) = (boot, wall) }
}
