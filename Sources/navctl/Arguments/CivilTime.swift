import Glibc

/// A date and a time of day, as calendars and clocks show them.
struct CivilTime: Equatable {
  var year: Int32
  var month: Int32
  var day: Int32
  var hour: Int32 = 0
  var minute: Int32 = 0
  var second: Int32 = 0

  /// A date at midnight.
  init(year: Int32, month: Int32, day: Int32) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// What local clocks show at a Unix time in seconds (localtime_r(3)).
  init(local seconds: Int64) {
    var moment = time_t(seconds)
    var parts = unsafe tm()
    unsafe localtime_r(&moment, &parts)
    unsafe self.init(year: parts.tm_year &+ 1900, month: parts.tm_mon + 1, day: parts.tm_mday)
    (hour, minute, second) = unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec)
  }

  /// The Unix time in seconds when clocks show this, here or in UTC; nil where they never do.
  func seconds(isUTC: Bool) -> Int64? {
    guard (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    var parts = unsafe tm()
    unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year &- 1900, month - 1, day)
    unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
    unsafe parts.tm_isdst = -1
    let moment = unsafe isUTC ? timegm(&parts) : mktime(&parts)
    // The 31st of November would count as the 1st of December.
    return unsafe parts.tm_mday == day ? Int64(moment) : nil
  }

  /// As in `2026-11-30 08:30:00`.
  var text: String {
    let fields = [year, month, day, hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return fields[..<3].joined(separator: "-") + " " + fields[3...].joined(separator: ":")
  }
}
