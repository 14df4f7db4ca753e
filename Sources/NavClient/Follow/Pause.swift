internal import UnixIO

/// Waiting for nothing but time.
enum Pause {
  /// Waits until a moment; a signal does not end it early.
  static func wait(until deadline: Deadline) {
    while let rest = deadline.remaining, rest > 0 {
      var nothing: [PollEntry] = []
      do throws(Errno) {
        _ = try PollEntry.wait(&nothing, milliseconds: rest)
      } catch {
        return
      }
    }
  }
}
