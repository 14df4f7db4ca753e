import Glibc

/// The system's clocks in milliseconds (clock_gettime(2)).
public enum SystemClock {
  /// Since boot, sleep included; for deadlines that must hold over a suspend.
  public static func boottime() -> Int64 { read(CLOCK_BOOTTIME) }

  /// Since some point, sleep excluded; for measuring.
  public static func monotonic() -> Int64 { read(CLOCK_MONOTONIC) }

  /// Since 1970 UTC; jumps when somebody sets it.
  public static func wall() -> Int64 { read(CLOCK_REALTIME) }

  /// Microseconds of the monotonic clock, as `MONOTONIC_USEC=` of sd_notify(3) wants them.
  public static func monotonicMicroseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000 &+ UInt64(clamping: time.tv_nsec / 1000)
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
  }
}
