import NavProtocol
import NavServer

/// One turn of the loop: what it read, and what it brings about when it is committed.
final class Turn {
  var effects: Effects
  /// The store's ticket; nil where nothing is to be stored.
  var ticket: UInt64?
  /// The connections that were read from, with the bytes.
  var reads: [(connection: Int32, bytes: Int)] = []
  /// The connections whose input ended.
  var ended: [Int32] = []

  init(storesRows: Bool) { effects = Effects(storesRows: storesRows) }

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
  }
}
