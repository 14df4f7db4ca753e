import NavClient

/// The texts of `navctl help`.
enum Help {
  /// All verbs, or what one verb takes.
  static func text(of verb: Verb?) -> [String] {
    guard let verb, verb.name != "help" else { return overview }
    var lines = ["usage: navctl \(verb.usage)", "", verb.summary + "."]
    if !verb.details.isEmpty { lines += [""] + verb.details }
    lines.append("")
    for option in verb.options + Option.common {
      lines.append("  " + Shown.padded(option.spelling, to: 33) + option.summary)
    }
    return lines
  }

  private static var overview: [String] {
    var lines = ["usage: navctl [OPTION…] VERB [ARGUMENT…]", ""]
    for verb in Verb.all {
      lines.append("  " + Shown.padded(verb.name, to: 12) + verb.summary)
    }
    lines += ["", "Every verb takes:"]
    for option in Option.common {
      lines.append("  " + Shown.padded(option.spelling, to: 20) + option.summary)
    }
    lines += [
      "",
      "A payload is an argument, '-' for standard input, or @FILE; after '--' it is always an argument.",
      "Exit codes: 0 done, 1 refused by navd, 2 unreachable, 3 timeout, 4 held or not acked,",
      "5 permission, 64 usage. 'navctl help VERB' says more.",
    ]
    return lines
  }
}
