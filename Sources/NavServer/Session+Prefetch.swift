import JSON
import NavCore

// Of 10,000 sessions none that was not asked for long is in a cache, and a message needs some twenty lines of
// it, each behind a pointer in the one before. So the pointers are followed while the payload is read
// and resolved, which needs none of them: a step of the way at a time, as each needs what the last one fetched.

extension Session {
  /// Bytes that a session takes, about; a wrong figure costs time and nothing else.
  static let size = 424

  /// Has the processor fetch the stacks and the end of the log, when the session itself is there.
  func prefetchParts() {
    seat.prefetchStacks()
    log.prefetch()
  }

  /// The same for the entries of the selected tab, when the stacks are there.
  ///
  /// - Returns: For ``prefetchParams(_:)``; nil where there is no such stack.
  func prefetchEntries() -> Int? { seat.prefetchEntries() }

  /// The same for the params of the entry on top of a stack, when the entries are there.
  func prefetchParams(_ stack: Int) { seat.prefetchParams(stack) }
}
