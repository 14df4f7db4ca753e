/// Something that navctl can do.
struct Verb: Sendable {
  /// What it is called.
  var name: String
  /// Its arguments, after `navctl`.
  var usage: String
  /// What it does, without a full stop.
  var summary: String
  /// More about it, line by line.
  var details: [String] = []
  /// What it takes beside ``Option/common``.
  var options: [Option] = []
  /// How many arguments it takes.
  var arguments: ClosedRange<Int> = 0...0
  /// Does it.
  var run: @Sendable (Invocation) throws -> ExitCode

  /// The verb of a name.
  static func named(_ name: String) throws(Failure) -> Verb {
    if let verb = all.first(where: { $0.name == name }) { return verb }
    throw .usage("there is no verb \(Shown.quoted(name)); 'navctl help' lists them")
  }
}
