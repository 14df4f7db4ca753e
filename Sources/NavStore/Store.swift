public import JSON
public import NavProtocol

/// Where navd's turns become durable: commits go in, completions come out in the same order.
///
/// `commit` and `takeCompletions` belong to one thread, the loop's. When a batch fails, all that
/// were given after it fail as well, up to the call of `takeCompletions` that tells of it: they were
/// made on top of a turn that never happened. After that call the store accepts batches again.
public protocol Store: AnyObject, Sendable {
  /// The name of this store's history: 8 characters of `a-z0-9`, new when the store is new or lost.
  var epoch: Text { get }

  /// Whether it keeps rows; where not, nobody needs to make them.
  var keepsRows: Bool { get }

  /// Calls `body` with the rows of a table whose ids are in the range, in the order of their ids.
  ///
  /// The epoch's row is not among them. Before the first commit, and where batches failed: it
  /// waits for a commit that is under way.
  func load(
    _ table: StoreTable, ids: ClosedRange<Int64>, _ body: (Int64, [UInt8]) -> Void
  ) throws(StoreError)

  /// Hands a batch over and returns soon; an empty batch completes in its order too.
  ///
  /// Tickets are the caller's, and ascend. Everything that waits becomes one transaction.
  ///
  /// - Returns: Whether it is complete already: then its completion can be taken at once, and the
  ///   descriptor need not become readable for it.
  @discardableResult
  func commit(_ batch: StoreBatch, ticket: UInt64) -> Bool

  /// Readable while completions wait (an eventfd, non-blocking); -1 where commits complete at once.
  var completionDescriptor: Int32 { get }

  /// The completions since the last call, in the order of the commits.
  func takeCompletions() -> [StoreCompletion]

  /// Finishes what waits, checkpoints and closes; later commits fail, a second call does nothing.
  func close()
}

extension Store {
  /// Calls `body` with every row of a table, in the order of the ids.
  public func load(
    _ table: StoreTable, _ body: (Int64, [UInt8]) -> Void
  ) throws(StoreError) {
    try load(table, ids: .min ... .max, body)
  }
}
