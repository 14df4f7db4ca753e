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
