internal import CPCRE2

/// A regular expression of JavaScript's `v` mode, compiled by PCRE2, for ASCII subjects.
///
/// No JIT, so no memory is ever writable and executable. A match may take 10,000 steps, 1,000
/// nested ones and 1 MiB; beyond that it is an error of the pattern and not a match.
@safe public final class PatternExpression: Sendable {
  /// Steps that a match may take.
  public static let matchLimit: UInt32 = 10_000
  /// Nested steps that a match may take.
  public static let depthLimit: UInt32 = 1_000

  nonisolated(unsafe) private let code: UnsafeMutableRawPointer
  nonisolated(unsafe) private let limits: UnsafeMutableRawPointer
  /// The number of capturing groups.
  public let groupCount: Int

  /// Compiles what a pattern has between `(` and `)`.
  public convenience init(
    _ expression: [UInt8], ignoresCase: Bool = false
  ) throws(URLPatternError) {
    try self.init(
      native: try ScriptExpression.translate(expression, ignoresCase: ignoresCase),
      ignoresCase: ignoresCase)
  }

  /// Compiles an expression in PCRE2's own syntax.
  init(native expression: [UInt8], ignoresCase: Bool) throws(URLPatternError) {
    var reason: Int32 = 0
    let compiled = unsafe expression.withUnsafeBufferPointer { buffer in
      unsafe navd_regex_compile(buffer.baseAddress, buffer.count, ignoresCase, &reason)
    }
    guard let compiled = unsafe compiled else {
      throw URLPatternError(.regularExpression, Self.message(reason))
    }
    guard
      let context = unsafe navd_regex_limits(
        PatternExpression.matchLimit, PatternExpression.depthLimit, 1024)
    else {
      unsafe navd_regex_free(compiled)
      throw URLPatternError(.regularExpression, "out of memory")
    }
    unsafe code = compiled
    unsafe limits = context
    groupCount = unsafe Int(navd_regex_groups(compiled))
  }

  private static func message(_ reason: Int32) -> String {
    let text = unsafe [UInt8](unsafeUninitializedCapacity: 160) { buffer, count in
      count = unsafe max(0, Int(navd_regex_message(reason, buffer.baseAddress, buffer.count)))
    }
    return text.isEmpty ? "not understood" : String(decoding: text, as: UTF8.self)
  }

  deinit {
    unsafe navd_regex_free(code)
    unsafe navd_regex_limits_free(limits)
  }

  /// Searches `subject`: the whole match and the groups, nil where a group took no part.
  ///
  /// Returns nil where nothing matches. Throws ``URLPatternError/Kind/costly`` at the limits.
  public func match(_ subject: [UInt8]) throws(URLPatternError) -> [Range<Int>?]? {
    var pairs = [Int](repeating: -1, count: (groupCount + 1) * 2)
    let result = unsafe subject.withUnsafeBufferPointer { bytes in
      unsafe pairs.withUnsafeMutableBufferPointer { groups in
        unsafe navd_regex_match(
          code, bytes.baseAddress, bytes.count, limits, groups.baseAddress, groupCount + 1)
      }
    }
    if result == 0 { return nil }
    guard result > 0 else {
      throw URLPatternError(
        .costly, "the regular expression needs more than \(PatternExpression.matchLimit) steps")
    }
    return (0...groupCount).map { group in
      let start = pairs[group * 2]
      let end = pairs[group * 2 + 1]
      return start >= 0 && end >= start ? start..<end : nil
    }
  }
}
