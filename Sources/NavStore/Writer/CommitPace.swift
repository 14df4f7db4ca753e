internal import Glibc

/// Whether the disk has been quick of late, so that the loop's thread may wait for it itself.
///
/// Handing a small batch to the writer and hearing of its end costs as much as a quick disk takes. A disk
/// that was slow once while the loop waited has to show twice as many quick commits as before until the
/// loop waits for it again, so that it stalls nobody often.
struct CommitPace {
  /// Microseconds of a commit that the loop can wait for.
  static let quick: UInt64 = 1000
  /// Quick commits in a row that are asked for at first, and at most.
  static let (least, most) = (8, 1 << 16)

  /// Microseconds of the monotonic clock.
  static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000 &+ UInt64(time.tv_nsec) / 1000
  }

  private var inRow = 0
  private var wanted = CommitPace.least

  /// Whether the loop may wait for the next commit.
  var isQuick: Bool { inRow >= wanted }

  /// Takes in how long a commit took, and whether the loop waited for it.
  mutating func note(microseconds: UInt64, isAwaited: Bool) {
    if microseconds <= CommitPace.quick {
      inRow &+= 1
      if inRow >= wanted &* 64 { wanted = CommitPace.least }
    } else {
      inRow = 0
      if isAwaited { wanted = min(wanted &* 2, CommitPace.most) }
    }
  }
}
