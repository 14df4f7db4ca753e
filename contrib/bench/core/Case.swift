/// One thing to measure: what it is called, and what makes the operation once its data are ready.
struct Case {
  /// Its name, `group/what`.
  let name: String
  /// Makes ready, which does not count, and gives the operation, which does.
  let prepare: () -> () -> Void

  init(_ name: String, _ prepare: @escaping () -> () -> Void) {
    (self.name, self.prepare) = (name, prepare)
  }

  /// Every case, in the order of the table.
  static var all: [Case] {
    RouterCases.all + PayloadCases.all + NavigationCases.all + ServerCases.all
  }
}

/// Takes a result: other modules make it, in calls that the optimizer cannot see through, so none is dropped.
@inline(__always)
func keep<Result: ~Copyable>(_ result: borrowing Result) {}

/// Ends the process: a benchmark whose data are wrong measures nothing.
func stop(_ message: String) -> Never { fatalError(message) }
