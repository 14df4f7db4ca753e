import NavProtocol

/// What the server counts since it began to serve, and who has asked.
struct Stats {
  /// When it began to serve.
  var began = Moment(boot: 0, wall: 0)
  /// The number of the first request since then.
  var firstRequest: UInt64 = 1
  var lines = 0
  var events = 0
  var errors = 0
  /// Those who wait for the shell's gauges.
  var asked: [(call: Call, after: UInt32?)] = []
  /// What the shell gave for them.
  var gauges = Gauges()

  private var seconds = InlineArray<16, Int>(repeating: 0)
  private var latest: Int64 = 0

  /// Seconds that a rate is a mean of.
  static let span = 10

  init() {}

  /// Counts an event, and when it was.
  mutating func countEvent(at boot: Int64) {
    events &+= 1
    advance(to: boot / 1000)
    seconds[Int(latest & 15)] &+= 1
  }

  /// Events of the last whole seconds.
  mutating func recentEvents(at boot: Int64) -> Int {
    advance(to: boot / 1000)
    var sum = 0
    for age in 1...Int64(Stats.span) { sum &+= seconds[Int((latest &- age) & 15)] }
    return sum
  }

  private mutating func advance(to second: Int64) {
    guard second > latest else { return }
    for offset in 1...min(second &- latest, 16) { seconds[Int((latest &+ offset) & 15)] = 0 }
    latest = second
  }
}
