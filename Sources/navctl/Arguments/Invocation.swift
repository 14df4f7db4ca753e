import NavClient

/// One command line, taken apart: a verb, its options and its arguments.
struct Invocation {
  /// An argument that is no option.
  struct Argument: Equatable {
    /// The text.
    var text: String
    /// It stood after `--`: it is what it is, also when it looks like `-` or `@file`.
    var isLiteral: Bool
  }

  /// What to do.
  let verb: Verb
  /// The options that were given, with their values in order.
  private(set) var options: [Option: [String]]
  /// The arguments.
  private(set) var arguments: [Argument]

  /// Takes the words of a command line apart.
  ///
  /// - Throws: ``Failure`` with what would be right.
  init(_ words: [String]) throws(Failure) {
    let parts = try Words(words)
    (options, arguments) = (parts.options, parts.arguments)
    if !arguments.isEmpty {
      verb = try Verb.named(arguments.removeFirst().text)
    } else if let wanted = options[.help]?.last {
      verb = try Verb.named(wanted == "version" ? wanted : "help")
      options[.help] = nil
    } else {
      throw .usage("what to do is missing; 'navctl help' lists the verbs")
    }
    try check()
  }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { options[option] != nil }

  /// The last value of an option.
  func value(_ option: Option) -> String? { options[option]?.last }

  /// All values of an option.
  func values(_ option: Option) -> [String] { options[option] ?? [] }

  /// The text of an argument.
  func argument(_ index: Int) -> String? {
    arguments.indices.contains(index) ? arguments[index].text : nil
  }

  private func check() throws(Failure) {
    if has(.help) { return }
    let allowed = verb.options + Option.common
    for option in Option.allCases where has(option) && !allowed.contains(option) {
      throw .usage(
        "'\(verb.name)' takes no --\(option.rawValue); 'navctl help \(verb.name)' lists what it takes"
      )
    }
    guard verb.arguments.contains(arguments.count) else {
      throw .usage("usage: navctl \(verb.usage)")
    }
  }
}
