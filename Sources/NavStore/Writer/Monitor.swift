internal import Glibc

/// A mutex with one condition: the lock under which two threads share a few variables.
///
/// It is unchecked Sendable because the pthread objects are made for sharing: they are allocated
/// once, never moved, and freed with the last reference. What it guards is its owner's promise.
@safe final class Monitor: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs `body` while no other thread is in `withLock`; not reentrant.
  func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Gives the lock up until `signal` is called; only inside `withLock`, in a loop over what is
  /// waited for, since it may return for nothing.
  func wait() {
    unsafe pthread_cond_wait(condition, mutex)
  }

  /// Wakes the thread that waits, if there is one.
  func signal() {
    unsafe pthread_cond_signal(condition)
  }
}
