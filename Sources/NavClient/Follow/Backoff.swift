/// How long to wait before the next attempt: longer each time, and never the same for all.
///
/// The wait doubles from 100 ms to 5 s; a random half of it is taken off, so that the clients of a
/// navd that was restarted do not all come at once.
public struct Backoff: Sendable {
  private var ceiling = Backoff.first
  private static let first = 100
  private static let last = 5000

  /// Begins with the shortest wait.
  public init() {}

  /// The milliseconds to wait now; the next wait is longer.
  public mutating func next(using generator: inout some RandomNumberGenerator) -> Int {
    defer { ceiling = min(ceiling * 2, Backoff.last) }
    return Int.random(in: (ceiling / 2)...ceiling, using: &generator)
  }

  /// Begins again with the shortest wait, after a success.
  public mutating func reset() { ceiling = Backoff.first }
}
