import Glibc

/// One descriptor to wait for, and what the wait found (poll(2)).
public struct PollEntry: Sendable {
  /// The descriptor; a negative one is passed over.
  public var descriptor: Int32
  /// Whether to wait until it can be read.
  public var wantsRead: Bool
  /// Whether to wait until it can be written.
  public var wantsWrite: Bool
  /// It can be read without waiting; the end of the input can be read, too.
  public internal(set) var isReadable = false
  /// It can be written without waiting.
  public internal(set) var isWritable = false
  /// The peer is gone, or the descriptor is in error.
  public internal(set) var isClosed = false

  /// An entry that waits for what is asked.
  public init(_ descriptor: Int32, read: Bool = true, write: Bool = false) {
    self.descriptor = descriptor
    self.wantsRead = read
    self.wantsWrite = write
  }

  /// Waits until one of the entries is ready, and returns how many are; 0 after the timeout.
  ///
  /// - Parameter milliseconds: the longest wait; nil waits for ever, 0 only looks. A signal ends
  ///   the wait early with 0.
  public static func wait(
    _ entries: inout [PollEntry], milliseconds: Int?
  ) throws(Errno) -> Int {
    var list = entries.map { entry in
      pollfd(
        fd: entry.descriptor,
        events: Int16(
          truncatingIfNeeded: (entry.wantsRead ? Int(POLLIN) : 0)
            | (entry.wantsWrite ? Int(POLLOUT) : 0)),
        revents: 0)
    }
    let limit = milliseconds.map { Int32(clamping: max($0, 0)) } ?? -1
    let count = unsafe poll(&list, nfds_t(list.count), limit)
    let error = Errno.current
    if count < 0 && error.number != EINTR { throw error }
    for index in entries.indices {
      let found = count > 0 ? Int(list[index].revents) : 0
      entries[index].isReadable = found & Int(POLLIN | POLLHUP) != 0
      entries[index].isWritable = found & Int(POLLOUT) != 0
      entries[index].isClosed = found & Int(POLLHUP | POLLERR | POLLNVAL) != 0
    }
    return Int(max(count, 0))
  }
}
