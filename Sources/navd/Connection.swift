import JSON
import NavProtocol
import Systemd
import UnixIO

/// One client's socket with its unfinished input and its unsent output.
final class Connection {
  /// A piece of a turn's arenas that goes to this connection.
  struct Slice {
    var isEvent: Bool
    /// Whether many others get the same.
    var isShared = false
    var start: Int
    var end: Int
  }

  let id: Int32
  let peer: Peer
  let descriptor: OwnedDescriptor
  var framer = LineFramer()
  /// What the socket did not take; sent up to `head`.
  var queue = Bytes()
  var head = 0
  /// Whether the last byte sent was inside a line.
  var isMidLine = false
  /// Bytes of the queue up to the end of what its last subscription begins with; they do not count
  /// against the hard limit, as a client can only read them once they are there.
  var catchUp = 0
  /// Whether the turn that is being released has the begin of a subscription for it.
  var isJoining = false
  /// What the account of output holds of it.
  var accounted = 0
  /// What the turn that is being released has for this connection, in order.
  var slices: [Slice] = []
  /// The sessions whose events come here, with the number of subscriptions.
  var joined: [Int32: Int] = [:]
  /// What was read when no more requests were to be taken; they are, before more is read.
  var rest = Bytes()
  /// Requests taken in turns that are not released yet, and their bytes with those of the answers.
  var requests = 0
  var unanswered = 0
  /// What the epoll set waits for; nil while the descriptor is not in it.
  var interest: EpollSet.Readiness?
  /// Whether the peer has ended its side.
  var inputEnded = false
  /// Whether its input was refused, so that nothing more is read until it is closed.
  var isRefused = false
  /// Whether only the queue is still written, and then the connection closed.
  var isClosing = false
  /// Whether the closing side has been shut down.
  var isShut = false
  /// Whether it is gone from the table.
  var isGone = false
  /// When the incomplete line began.
  var partialSince: Int64?
  /// Since when the queue is over the soft limit.
  var overSince: Int64?
  /// When a closing connection is dropped, whatever is unsent.
  var lingerUntil: Int64?

  init(id: Int32, peer: Peer, descriptor: consuming OwnedDescriptor) {
    self.id = id
    self.peer = peer
    self.descriptor = descriptor
  }

  /// Bytes that wait for the socket.
  var queued: Int { queue.count &- head }

  /// Whether requests are read from it now.
  var mayRead: Bool {
    !inputEnded && !isClosing && !isRefused && !isGone && requests < WireLimits.requestsInFlight
      && unanswered <= WireLimits.bytesInFlight && queued <= WireLimits.softOutput
  }

  /// What to wait for.
  var wanted: EpollSet.Readiness {
    var wanted: EpollSet.Readiness = []
    if isClosing ? !inputEnded : mayRead {
      // What is read already is taken when its answers can be sent, in turn with the others.
      wanted.insert(rest.isEmpty ? .readable : .writable)
    }
    if queued > 0 { wanted.insert(.writable) }
    return wanted
  }

  /// Adds a piece, joined to the last where they are neighbours; returns whether it is the first.
  func add(_ slice: Slice) -> Bool {
    if let last = slices.last, last.isEvent == slice.isEvent, last.end == slice.start {
      slices[slices.count &- 1].end = slice.end
      slices[slices.count &- 1].isShared = false
      return false
    }
    slices.append(slice)
    return slices.count == 1
  }

  /// Writes what the socket takes of the queue; false where the peer is gone.
  func flush() -> Bool {
    while queued > 0 {
      let start = head
      let result = unsafe queue.withUnsafeBytes { bytes in
        unsafe Transfer.send(
          descriptor.raw, UnsafeRawBufferPointer(rebasing: bytes[start...]))
      }
      switch result {
      case .count(let count):
        head &+= count
        if count > 0 { isMidLine = queue[head &- 1] != 0x0A }
        if catchUp > 0 {
          catchUp = max(0, catchUp &- count)
          overSince = nil
        }
      case .wouldBlock:
        if head > 64 * 1024 {
          queue.removeFirst(head)
          head = 0
        }
        return true
      case .ended: return false
      }
    }
    queue = Bytes()
    head = 0
    return true
  }

  /// Drops the queued lines but the rest of the one that is being sent, and puts `last` after it.
  func cutQueue(_ last: StaticString) {
    var end = head
    if isMidLine {
      while end < queue.count, queue[end] != 0x0A { end &+= 1 }
      end = min(end &+ 1, queue.count)
    }
    // A copy: the memory of all that was queued is not kept for these few bytes.
    var rest = Bytes()
    rest.append(queue, head..<end)
    rest.append(last)
    queue = rest
    head = 0
    catchUp = 0
  }
}
