import Glibc

// navd-bench: what the parts of navd cost in one process, without sockets.
//
//   navd-bench [--json] [PREFIX]   a table of the cases whose names begin so: median time, allocations
//   navd-bench --list              the names
//   navd-bench CASE COUNT          runs one case so often; prints all its allocations

@main
enum Main {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isJSON = arguments.first == "--json"
    if isJSON { arguments.removeFirst() }
    if arguments == ["--list"] {
      for benchmark in Case.all { print(benchmark.name) }
    } else if arguments.count == 2, let count = Int(arguments[1]) {
      guard let found = Case.all.first(where: { $0.name == arguments[0] }) else {
        stop("no case is called \(arguments[0])")
      }
      print(Measurement.run(found, count))
    } else {
      table(Case.all.filter { $0.name.hasPrefix(arguments.first ?? "") }, isJSON: isJSON)
    }
  }

  private static func table(_ cases: [Case], isJSON: Bool) {
    let width = max(4, cases.map(\.name.count).max() ?? 0)
    print(isJSON ? "[" : pad("case", width) + padded("ns/op") + padded("allocs/op"))
    for (index, benchmark) in cases.enumerated() {
      let result = Measurement(of: benchmark)
      let time = decimal(result.nanoseconds, 1)
      let allocations = decimal(result.allocations, 2)
      if isJSON {
        print(
          #"{"case":"\#(benchmark.name)","ns":\#(time),"allocations":\#(allocations)}"#
            + (index + 1 < cases.count ? "," : ""))
      } else {
        print(pad(benchmark.name, width) + padded(time) + padded(allocations))
      }
      fflush(nil)
    }
    if isJSON { print("]") }
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: width - text.count)
  }

  private static func padded(_ text: String) -> String {
    String(repeating: " ", count: max(1, 16 - text.count)) + text
  }

  /// A number with so many decimals.
  private static func decimal(_ value: Double, _ places: Int) -> String {
    let scale = places == 1 ? 10 : 100
    let scaled = Int((value * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    return "\(scaled / scale)."
      + String(repeating: "0", count: places - fraction.count) + fraction
  }
}
