import CSystemd
import Glibc

/// A set of descriptors to wait for together (epoll(7)), each with a tag that comes back with it.
@safe
public struct EpollSet: ~Copyable {
  /// The set's own descriptor, readable while a member is ready: a set can be a source of a loop.
  public let descriptor: Int32
  private let events: UnsafeMutablePointer<epoll_event>
  private let capacity: Int32

  /// An empty set that tells of at most `capacity` members at a time.
  public init(capacity: Int32 = 256) throws(SystemdError) {
    let raw = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard raw >= 0 else { throw SystemdError(call: "epoll_create1", number: errno) }
    descriptor = raw
    self.capacity = max(capacity, 1)
    unsafe events = .allocate(capacity: Int(self.capacity))
    unsafe events.initialize(repeating: epoll_event(), count: Int(self.capacity))
  }

  deinit {
    unsafe events.deallocate()
    _ = close(descriptor)
  }

  /// What is waited for, and what was found.
  public struct Readiness: OptionSet, Sendable {
    /// The bits as epoll has them.
    public let rawValue: UInt32

    /// Takes epoll's bits.
    public nonisolated init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// It can be read, at least its end.
    public nonisolated static let readable = Readiness(rawValue: navd_epollin())
    /// It can be written.
    public nonisolated static let writable = Readiness(rawValue: navd_epollout())
    /// Both directions are over, or the descriptor is in error; always waited for.
    public nonisolated static let gone = Readiness(rawValue: navd_epollhup() | navd_epollerr())
  }

  /// Adds a descriptor that is not in the set.
  public func add(_ member: Int32, tag: UInt32, _ wanted: Readiness) throws(SystemdError) {
    try check(
      navd_epoll_ctl(descriptor, EPOLL_CTL_ADD, member, wanted.rawValue, tag), "epoll_ctl")
  }

  /// Changes what a member is waited for.
  public func modify(_ member: Int32, tag: UInt32, _ wanted: Readiness) throws(SystemdError) {
    try check(
      navd_epoll_ctl(descriptor, EPOLL_CTL_MOD, member, wanted.rawValue, tag), "epoll_ctl")
  }

  /// Takes a member out; closing its last descriptor does that by itself.
  public func remove(_ member: Int32) {
    _ = navd_epoll_ctl(descriptor, EPOLL_CTL_DEL, member, 0, 0)
  }

  /// Appends the tags of the members that are ready now, without waiting.
  public func ready(into list: inout [(tag: UInt32, found: Readiness)]) throws(SystemdError) {
    let count = unsafe navd_epoll_wait(descriptor, events, capacity, 0)
    if count == -EINTR { return }
    for index in 0..<Int(try check(count, "epoll_wait")) {
      let event = unsafe events[index]
      unsafe list.append((event.data.u32, Readiness(rawValue: event.events)))
    }
  }
}
