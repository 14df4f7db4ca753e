internal import CSQLite
internal import Glibc
internal import NavProtocol

/// What the loop hands to the writer, what comes back, and which of both may use the database.
///
/// It is unchecked Sendable because every variable is touched under `monitor` only.
final class CommitQueue: @unchecked Sendable {
  /// A batch on its way.
  struct Job: Sendable {
    var ticket: UInt64
    var batch: StoreBatch
  }

  /// What the writer does next.
  enum Work {
    /// The batches that were taken become one transaction.
    case batches
    /// The database is to be made ready for more.
    case upkeep
    /// The log is to be synced, while the loop may go on committing.
    case sync
    /// Nothing more.
    case end
  }

  /// How a transaction went.
  struct Outcome {
    var error: StoreError?
    var microseconds: UInt64
    /// Whether something is to be done that makes the next commits quicker.
    var isUpkeepDue: Bool
    /// Whether that is to be waited for.
    var isUpkeepUrgent: Bool
  }

  /// An eventfd that is readable while completions of the writer's batches wait.
  let descriptor: Int32
  private let monitor = Monitor()
  private var waiting: [Job] = []
  private var completions: [StoreCompletion] = []
  /// Whether the descriptor is, or is about to be, readable.
  private var isRaised = false
  private var failure: StoreError?
  private var pace = CommitPace()
  /// Whether the writer is in the database.
  private var isWriting = false
  /// Whether the loop's thread is in it.
  private var isCommitting = false
  private let syncsBeforeUpkeep: Bool
  private var hasSynced = false
  private var isUpkeepDue = false
  private var isUpkeepUrgent = false
  private var isClosing = false

  /// Makes an empty queue.
  ///
  /// - Parameter syncsBeforeUpkeep: Whether the log holds much that is not synced when upkeep is due.
  init(syncsBeforeUpkeep: Bool) throws(StoreError) {
    self.syncsBeforeUpkeep = syncsBeforeUpkeep
    descriptor = navd_eventfd()
    guard descriptor >= 0 else {
      throw StoreError(.other, code: errno, message: "no eventfd for the store (errno \(errno))")
    }
  }

  deinit {
    Glibc.close(descriptor)
  }

  /// Gives the database to the loop's thread for a batch of its own, where the writer is idle and the disk
  /// quick; `finish` ends it.
  func begin() -> Bool {
    monitor.withLock {
      guard !isWriting, waiting.isEmpty, failure == nil, pace.isQuick, !isClosing,
        !isUpkeepDue || syncsBeforeUpkeep && !isUpkeepUrgent
      else { return false }
      isCommitting = true
      return true
    }
  }

  /// Completes the loop's own batch.
  func finish(ticket: UInt64, _ outcome: Outcome) {
    let isDue = monitor.withLock {
      isCommitting = false
      completions.append(StoreCompletion(ticket: ticket, error: outcome.error))
      takeIn(outcome, isAwaited: true)
      return isUpkeepDue
    }
    if isDue { monitor.signal() }
  }

  /// Puts a batch at the end; one that comes after `close` fails at once.
  func add(_ batch: StoreBatch, ticket: UInt64) {
    let (isIdle, isClosed) = monitor.withLock {
      guard !isClosing else {
        let error = StoreError(.closed, message: "the store is closed")
        return (false, complete(StoreCompletion(ticket: ticket, error: error)))
      }
      waiting.append(Job(ticket: ticket, batch: batch))
      return (!isWriting, false)
    }
    if isIdle { monitor.signal() }
    if isClosed { navd_eventfd_raise(descriptor) }
  }

  /// Waits for batches and takes all of them, or for upkeep.
  ///
  /// While a failure is not yet taken by the loop nothing is given out: those batches fail too.
  func next(into jobs: inout [Job]) -> Work {
    jobs.removeAll(keepingCapacity: true)
    return monitor.withLock {
      isWriting = false
      while isCommitting || !isClosing && (failure != nil || waiting.isEmpty && !isUpkeepDue) {
        monitor.wait()
      }
      if failure != nil, failWaiting() { navd_eventfd_raise(descriptor) }
      if isUpkeepDue, !isClosing {
        if syncsBeforeUpkeep, !hasSynced {
          hasSynced = true
          return .sync
        }
        (hasSynced, isUpkeepDue, isWriting) = (false, false, true)
        return .upkeep
      }
      swap(&jobs, &waiting)
      isWriting = !jobs.isEmpty
      return jobs.isEmpty ? .end : .batches
    }
  }

  /// Completes the writer's batches, all with the same outcome.
  func finish(_ jobs: [Job], _ outcome: Outcome) {
    let mustRaise = monitor.withLock {
      var mustRaise = false
      for job in jobs where complete(StoreCompletion(ticket: job.ticket, error: outcome.error)) {
        mustRaise = true
      }
      takeIn(outcome, isAwaited: false)
      return mustRaise
    }
    // Not while the lock is held, which the loop takes as soon as it is awake.
    if mustRaise { navd_eventfd_raise(descriptor) }
  }

  /// Takes the completions; a failure among them ends with this call.
  func take() -> [StoreCompletion] {
    monitor.withLock {
      if failure != nil {
        if failWaiting() { navd_eventfd_raise(descriptor) }
        failure = nil
        if isUpkeepDue { monitor.signal() }
      }
      if isRaised { isRaised = !navd_eventfd_lower(descriptor) }
      defer { completions.removeAll(keepingCapacity: true) }
      return completions
    }
  }

  /// Lets `next` return `end` once nothing waits; true on the first call.
  func close() -> Bool {
    monitor.withLock {
      guard !isClosing else { return false }
      isClosing = true
      monitor.signal()
      return true
    }
  }

  private func takeIn(_ outcome: Outcome, isAwaited: Bool) {
    if let error = outcome.error { failure = error }
    (isUpkeepDue, isUpkeepUrgent) = (outcome.isUpkeepDue, outcome.isUpkeepUrgent)
    pace.note(microseconds: outcome.microseconds, isAwaited: isAwaited)
  }

  /// Adds a completion; true where the descriptor has to be raised.
  private func complete(_ completion: StoreCompletion) -> Bool {
    completions.append(completion)
    guard !isRaised else { return false }
    isRaised = true
    return true
  }

  /// Completes all that wait; true where the descriptor has to be raised.
  private func failWaiting() -> Bool {
    var mustRaise = false
    for job in waiting where complete(StoreCompletion(ticket: job.ticket, error: failure)) {
      mustRaise = true
    }
    waiting.removeAll(keepingCapacity: true)
    return mustRaise
  }
}
