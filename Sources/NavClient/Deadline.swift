internal import UnixIO

/// A moment until which something may wait, on the clock that goes on through a suspend.
public struct Deadline: Hashable, Sendable {
  private var moment: Int64?

  /// Waits for ever.
  public static let never = Deadline(moment: nil)

  /// So many milliseconds from now.
  public static func after(milliseconds: Int64) -> Deadline {
    Deadline(moment: SystemClock.boottime() &+ max(0, min(milliseconds, 1 << 52)))
  }

  private init(moment: Int64?) { self.moment = moment }

  /// The milliseconds that are left, not less than 0; nil: for ever.
  public var remaining: Int? {
    moment.map { Int(clamping: max(0, $0 &- SystemClock.boottime())) }
  }

  /// Whether the moment has come.
  public var hasPassed: Bool { remaining == 0 }

  /// The sooner of two.
  public func sooner(_ other: Deadline) -> Deadline {
    guard let mine = moment else { return other }
    guard let theirs = other.moment else { return self }
    return Deadline(moment: min(mine, theirs))
  }

  /// Waits until it has passed; a signal does not end the wait early.
  ///
  /// - Parameter output: a descriptor that is written to.
  /// - Returns: false where nobody reads the output any more; then it has not passed.
  @discardableResult
  public func wait(unlessClosed output: Int32? = nil) -> Bool {
    while let rest = remaining, rest > 0 {
      var entries = [PollEntry(output ?? -1, read: false)]
      do throws(Errno) {
        _ = try PollEntry.wait(&entries, milliseconds: rest)
      } catch {
        return true
      }
      if entries[0].isClosed { return false }
    }
    return true
  }
}
