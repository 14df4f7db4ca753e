/// The changes of one turn of the loop, to be made durable together or not at all.
public struct StoreBatch: Sendable {
  /// One change of one table; later changes of a batch see the earlier ones.
  public enum Change: Sendable {
    /// Makes `body` the row `id`, whether there was one or not.
    case put(StoreTable, id: Int64, body: [UInt8])
    /// Removes the rows with these ids; ids without a row are no error.
    case delete(StoreTable, ids: ClosedRange<Int64>)
  }

  /// The changes in the order in which they are made.
  public var changes: [Change]

  /// Makes a batch of these changes.
  public init(_ changes: [Change] = []) {
    self.changes = changes
  }

  /// Whether there is nothing to store.
  public var isEmpty: Bool {
    changes.isEmpty
  }
}
