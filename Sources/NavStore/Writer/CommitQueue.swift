internal import CSQLite
internal import Glibc
internal import NavProtocol

/// What the loop hands to the writer, and what comes back.
///
/// It is unchecked Sendable because every variable is touched under `monitor` only.
final class CommitQueue: @unchecked Sendable {
  /// A batch on its way.
  struct Job: Sendable {
    var ticket: UInt64
    var batch: StoreBatch
  }

  /// An eventfd that is readable while completions wait.
  let descriptor: Int32
  private let monitor = Monitor()
  private var waiting: [Job] = []
  private var completions: [StoreCompletion] = []
  private var failure: StoreError?
  private var isClosing = false
  private var isClosed = false

  init() throws(StoreError) {
    descriptor = navd_eventfd()
    guard descriptor >= 0 else {
      throw StoreError(.other, code: errno, message: "no eventfd for the store (errno \(errno))")
    }
  }

  deinit {
    Glibc.close(descriptor)
  }

  /// Puts a batch at the end; one that comes after `close` fails at once.
  func add(_ batch: StoreBatch, ticket: UInt64) {
    monitor.withLock {
      guard !isClosing, !isClosed else {
        let error = StoreError(.closed, message: "the store is closed")
        complete(StoreCompletion(ticket: ticket, error: error))
        return
      }
      waiting.append(Job(ticket: ticket, batch: batch))
      monitor.signal()
    }
  }

  /// Waits for batches and takes all of them; false when the queue is closed and empty.
  ///
  /// While a failure is not yet taken by the loop nothing is given out: those batches fail too.
  func next(into jobs: inout [Job]) -> Bool {
    monitor.withLock {
      jobs.removeAll(keepingCapacity: true)
      while (waiting.isEmpty || failure != nil) && !isClosing {
        monitor.wait()
      }
      if failure != nil { failWaiting() }
      swap(&jobs, &waiting)
      if jobs.isEmpty { isClosed = true }
      return !jobs.isEmpty
    }
  }

  /// Completes these batches, all with the same result.
  func finish(_ jobs: [Job], _ error: StoreError?) {
    monitor.withLock {
      for job in jobs {
        complete(StoreCompletion(ticket: job.ticket, error: error))
      }
      if let error { failure = error }
    }
  }

  /// Takes the completions; a failure among them ends with this call.
  func take() -> [StoreCompletion] {
    monitor.withLock {
      if failure != nil {
        failWaiting()
        failure = nil
      }
      navd_eventfd_lower(descriptor)
      defer { completions.removeAll(keepingCapacity: true) }
      return completions
    }
  }

  /// Lets `next` return false once nothing waits; true on the first call.
  func close() -> Bool {
    monitor.withLock {
      guard !isClosing else { return false }
      isClosing = true
      monitor.signal()
      return true
    }
  }

  private func complete(_ completion: StoreCompletion) {
    completions.append(completion)
    navd_eventfd_raise(descriptor)
  }

  private func failWaiting() {
    for job in waiting {
      complete(StoreCompletion(ticket: job.ticket, error: failure))
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
