import JSON
import NavProtocol
import NavServer

/// One turn of the loop: what it read, and what it brings about when it is committed.
final class Turn {
  /// Something that the server was given, for giving it again.
  enum Input {
    /// A line of a connection; the bytes are in `lines`.
    case line(Int32, start: Int, end: Int)
    case refuse(Int32, LineRefusal)
    case connect(Int32)
    case disconnect(Int32)
    case start
    case expire
    case reload
    case drain
  }

  var effects: Effects
  /// The store's ticket; nil where nothing is to be stored.
  var ticket: UInt64?
  /// When the store got it, in microseconds of the monotonic clock; meaningless without a ticket.
  var handedOver: UInt64 = 0
  /// The connections that were read from, with their requests, and the bytes of these and of the answers.
  var reads: [(connection: Int32, requests: Int, bytes: Int)] = []
  /// The connections whose input ended.
  var ended: [Int32] = []
  /// What the server was given, in order; kept only where a commit can fail.
  var inputs: [Input] = []
  var lines = Bytes()
  /// What no row held when the turn began.
  var before: Server.Standing?

  /// Makes an empty turn.
  ///
  /// - Parameter isStored: Whether there is a store whose commits take time and can fail.
  init(isStored: Bool) {
    effects = Effects(storesRows: isStored)
  }

  /// Whether there is nothing to release.
  var isEmpty: Bool {
    effects.records.isEmpty && effects.batch.isEmpty && reads.isEmpty && ended.isEmpty
  }

  /// Makes it as new, with the memory that it has.
  func reset() {
    effects.removeAll()
    ticket = nil
    reads.removeAll(keepingCapacity: true)
    ended.removeAll(keepingCapacity: true)
    inputs.removeAll(keepingCapacity: true)
    lines.removeAll()
    before = nil
  }
}
