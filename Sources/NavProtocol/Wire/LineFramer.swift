import JSON

/// Cuts a stream of bytes into lines; only new bytes are scanned, and only an unfinished line is kept.
public struct LineFramer: ~Copyable {
  private var partial = Bytes()
  private let limit: Int

  /// Makes a framer.
  ///
  /// - Parameter limit: The most bytes of a line, its `\n` not counted.
  public init(limit: Int = WireLimits.requestLine) { self.limit = limit }

  /// Whether an unfinished line is kept.
  public var hasPartial: Bool { !partial.isEmpty }

  /// Takes a chunk and hands over each line that it completes, without `\n` and a `\r` before it.
  ///
  /// - Returns: false where a line is longer than the limit; the stream has lost its frame then.
  public mutating func push(_ chunk: Span<UInt8>, _ line: (Span<UInt8>) -> Void) -> Bool {
    var start = 0
    var index = 0
    while index < chunk.count {
      if chunk[index] == 0x0A {
        guard partial.count + index - start <= limit else { return false }
        if partial.isEmpty {
          LineFramer.hand(chunk.extracting(start..<index), line)
        } else {
          partial.append(chunk.extracting(start..<index))
          partial.withSpan { LineFramer.hand($0, line) }
          partial.removeAll()
        }
        start = index + 1
      }
      index += 1
    }
    guard partial.count + chunk.count - start <= limit else { return false }
    if start < chunk.count { partial.append(chunk.extracting(start..<chunk.count)) }
    return true
  }

  /// Hands over an unterminated last line at the end of input.
  public mutating func finish(_ line: (Span<UInt8>) -> Void) {
    guard !partial.isEmpty else { return }
    partial.withSpan { LineFramer.hand($0, line) }
    partial = Bytes()
  }

  private static func hand(_ line: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    var end = line.count
    if end > 0, line[end - 1] == 0x0D { end -= 1 }
    if end > 0 { body(line.extracting(0..<end)) }
  }
}

/// The limits of the wire, each with its reason.
public enum WireLimits {
  /// Bytes of a request line: the largest push payload, base64 and all, many times over.
  public static let requestLine = 64 * 1024
  /// Bytes of a server line: a whole state and its calls.
  public static let serverLine = 256 * 1024
  /// Nesting of JSON: no push system goes beyond a dozen.
  public static let depth = 32
  /// Params of a request.
  public static let params = 256
  /// Subscriptions of a connection: a panel with a dashboard has a handful.
  public static let subscriptions = 16
  /// Sessions of a uid: more than the seats of a machine.
  public static let sessionsPerUser = 64
  /// Un-acked calls of a session: a front end that is gone for a day, not for ever.
  public static let unackedCalls = 256
  /// Events kept of a session for resume.
  public static let history = 1024
  /// Milliseconds that an idempotency key is remembered: a day.
  public static let keyLifetime: Int64 = 86_400_000
  /// Waits of a connection for an ack.
  public static let waits = 64
  /// Milliseconds between two `sync` of an idle subscription.
  public static let syncInterval: Int64 = 30_000
}
