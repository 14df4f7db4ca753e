import Glibc
import counting

/// What one operation of a case costs.
struct Measurement {
  /// Nanoseconds: the median of the rounds.
  let nanoseconds: Double
  /// Heap allocations.
  let allocations: Double

  /// A round lasts so long, unless one operation lasts longer.
  private static let round = 20_000_000.0
  private static let rounds = 11
  /// Enough rounds, however few, once they have taken this long together.
  private static let enough = 1_500_000_000.0

  init(of benchmark: Case) {
    let operation = benchmark.prepare()
    operation()
    var count = 1
    var spent = Measurement.time(operation, count)
    while spent < Measurement.round / 4 {
      count *= 2
      spent = Measurement.time(operation, count)
    }
    count = max(1, Int(Double(count) * Measurement.round / spent))
    var samples: [Double] = []
    var total = 0.0
    let before = counting_allocations()
    for _ in 0..<Measurement.rounds where samples.count < 3 || total < Measurement.enough {
      let spent = Measurement.time(operation, count)
      samples.append(spent / Double(count))
      total += spent
    }
    allocations = Double(counting_allocations() - before) / Double(count * samples.count)
    samples.sort()
    nanoseconds = samples[samples.count / 2]
  }

  /// Runs a case so many times, for a profiler, and gives the allocations of all of them.
  static func run(_ benchmark: Case, _ count: Int) -> UInt {
    let operation = benchmark.prepare()
    let before = counting_allocations()
    for _ in 0..<count { operation() }
    return counting_allocations() - before
  }

  private static func time(_ operation: () -> Void, _ count: Int) -> Double {
    let start = now()
    for _ in 0..<count { operation() }
    return now() - start
  }

  /// Processor time, which the machine's other work disturbs less.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
