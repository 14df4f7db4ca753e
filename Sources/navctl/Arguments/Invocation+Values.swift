import JSON
import NavClient

extension Invocation {
  /// The socket to use.
  func socket() throws(Failure) -> String {
    if let given = value(.socket) { return given }
    if has(.system) { return SocketPath.system }
    guard has(.user) else { return SocketPath.choose() }
    guard let path = SocketPath.user() else {
      throw .usage("XDG_RUNTIME_DIR is not set, so the user's navd is not to be found")
    }
    return path
  }

  /// The value of an option in seconds, as the JSON number that it is.
  func seconds(_ option: Option) throws(Failure) -> Text? {
    guard let text = value(option) else { return nil }
    guard Invocation.milliseconds(text) != nil else {
      throw .usage("--\(option.rawValue) is seconds, such as 5 or 0.5, not \(Shown.quoted(text))")
    }
    return Text(text)
  }

  /// The value of an option in seconds, as milliseconds.
  func milliseconds(_ option: Option) throws(Failure) -> Int64? {
    guard let text = try seconds(option) else { return nil }
    return Invocation.milliseconds(text.string)
  }

  /// When the command as a whole has to be done; 10 seconds where nothing else is said.
  func deadline(usual: Int64 = 10_000) throws(Failure) -> Deadline {
    .after(milliseconds: try milliseconds(.timeout) ?? usual)
  }

  /// The value of an option that is a number from 1, such as `--count`.
  func number(_ option: Option) throws(Failure) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), number > 0 else {
      throw .usage(
        "--\(option.rawValue) is a number from 1, not \(Shown.quoted(text))")
    }
    return number
  }

  /// The milliseconds of a decimal number of seconds; nil for what is none, or beyond the limit of ten years.
  static func milliseconds(_ text: String, limit: Double = 3.2e8) -> Int64? {
    let digits = text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard digits, parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }),
      text.utf8.first != 0x30 || text == "0" || text.hasPrefix("0."),
      let seconds = Double(text), seconds < limit
    else { return nil }
    return Int64((seconds * 1000).rounded(.up))
  }
}
