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
    take(chunk) {
      line($0)
      return true
    } != nil
  }

  /// Takes a chunk and hands over each line that it completes, as long as more are wanted.
  ///
  /// - Parameter line: Gets a line without `\n` and a `\r` before it, and says whether it wants more now.
  /// - Returns: How many bytes were taken, to the end of the last line that was wanted; nil where a line is
  ///   longer than the limit: the stream has lost its frame then.
  public mutating func take(_ chunk: Span<UInt8>, _ line: (Span<UInt8>) -> Bool) -> Int? {
    var start = 0
    while let index = chunk.firstIndex(of: 0x0A, from: start) {
      guard partial.count + index - start <= limit else { return nil }
      let wantsMore: Bool
      if partial.isEmpty {
        wantsMore = LineFramer.hand(chunk.extracting(start..<index), line)
      } else {
        partial.append(chunk.extracting(start..<index))
        wantsMore = partial.withSpan { LineFramer.hand($0, line) }
        partial.removeAll()
      }
      start = index + 1
      if !wantsMore { return start }
    }
    guard partial.count + chunk.count - start <= limit else { return nil }
    if start < chunk.count { partial.append(chunk.extracting(start..<chunk.count)) }
    return chunk.count
  }

  /// Hands over an unterminated last line at the end of input.
  public mutating func finish(_ line: (Span<UInt8>) -> Void) {
    guard !partial.isEmpty else { return }
    partial.withSpan {
      _ = LineFramer.hand($0) {
        line($0)
        return true
      }
    }
    partial = Bytes()
  }

  private static func hand(_ line: Span<UInt8>, _ body: (Span<UInt8>) -> Bool) -> Bool {
    var end = line.count
    if end > 0, line[end - 1] == 0x0D { end -= 1 }
    return end > 0 ? body(line.extracting(0..<end)) : true
  }
}
