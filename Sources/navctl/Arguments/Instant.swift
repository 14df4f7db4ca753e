/// Points in time on a command line, and for people.
enum Instant {
  /// The Unix time, in milliseconds, of an age or a time; nil for what is neither.
  ///
  /// An age is a number with `s`, `m`, `h` or `d`. A time is `@` and Unix seconds, or a date, or a
  /// time of today, or both with `T` or a space between; it is local time unless `Z` or an offset
  /// such as `+02:00` ends it (RFC 3339 section 5.6).
  static func milliseconds(_ text: String, now: Int64) -> Int64? {
    if let unit = text.last, let factor = factors[unit] {
      guard let amount = Invocation.milliseconds(String(text.dropLast())) else { return nil }
      let (age, isTooLong) = amount.multipliedReportingOverflow(by: factor)
      return isTooLong ? nil : now - min(age, now)
    }
    if text.hasPrefix("@") { return Invocation.milliseconds(String(text.dropFirst()), limit: 1e11) }
    return calendar(text, now: now).map { $0 * 1000 }
  }

  private static let factors: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86400]

  private static func calendar(_ text: String, now: Int64) -> Int64? {
    var rest = Substring(text)
    var civil = CivilTime(local: now / 1000)
    var hasDate = false
    if let date = numbers(&rest, widths: [4, 2, 2], between: "-") {
      civil = CivilTime(year: date[0], month: date[1], day: date[2])
      hasDate = true
      if rest.isEmpty { return civil.seconds(isUTC: false) }
      guard let gap = rest.popFirst(), gap == "T" || gap == " " else { return nil }
    }
    let time =
      numbers(&rest, widths: [2, 2, 2], between: ":")
      ?? numbers(&rest, widths: [2, 2], between: ":").map { $0 + [0] }
    guard let time, let offset = offset(&rest), rest.isEmpty else { return nil }
    (civil.hour, civil.minute, civil.second) = (time[0], time[1], time[2])
    guard let seconds = offset else { return civil.seconds(isUTC: false) }
    guard hasDate else { return nil }
    return civil.seconds(isUTC: true).map { $0 - seconds }
  }

  /// Numbers of exactly these widths with a mark between them, taken off; nil leaves all as it is.
  private static func numbers(
    _ rest: inout Substring, widths: [Int], between mark: Character
  ) -> [Int32]? {
    var found: [Int32] = []
    var left = rest
    for width in widths {
      if !found.isEmpty {
        guard left.first == mark else { return nil }
        left.removeFirst()
      }
      let digits = left.prefix(width)
      guard digits.count == width, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int32(digits)
      else { return nil }
      found.append(number)
      left = left.dropFirst(width)
    }
    rest = left
    return found
  }

  /// Seconds east of Greenwich, taken off; `.some(nil)` where none is given, nil where it is wrong.
  private static func offset(_ rest: inout Substring) -> Int64?? {
    guard let first = rest.first else { return .some(nil) }
    rest.removeFirst()
    if first == "Z" { return .some(0) }
    guard first == "+" || first == "-",
      let parts = numbers(&rest, widths: [2, 2], between: ":"), parts[0] < 24, parts[1] < 60
    else { return nil }
    let seconds = Int64(parts[0]) * 3600 + Int64(parts[1]) * 60
    return .some(first == "-" ? -seconds : seconds)
  }

  /// A Unix time in seconds as local date and time.
  static func text(seconds: Double) -> String {
    guard seconds > -6e10, seconds < 2e11 else { return "-" }
    return CivilTime(local: Int64(seconds)).text
  }
}
