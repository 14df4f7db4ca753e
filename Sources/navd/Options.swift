import NavStore

/// What the command line asks for.
struct Options: Equatable {
  /// What is done instead of serving, if anything.
  enum Action: Equatable {
    case serve, help, version
  }

  var action = Action.serve
  var socket: String?
  var state: String?
  var manifests: [String] = []
  var durability = Durability.full

  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? argument
      let attached = parts.count == 2 ? String(parts[1]) : nil
      switch name {
      case "--help", "-h", "--version":
        if attached != nil { throw UsageError("\(name) takes no value") }
        if action == .serve { action = name == "--version" ? .version : .help }
      case "--socket": socket = try Options.value(name, attached, &rest)
      case "--state": state = try Options.value(name, attached, &rest)
      case "--manifests": manifests.append(try Options.value(name, attached, &rest))
      case "--durability":
        durability = try Options.durability(Options.value(name, attached, &rest))
      default: throw UsageError("unknown argument '\(argument.prefix(64))'")
      }
    }
  }

  private static func value(
    _ name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError("\(name) needs a value")
    }
    return value
  }

  private static func durability(_ word: String) throws(UsageError) -> Durability {
    switch word {
    case "full": return .full
    case "normal": return .normal
    case "none": return .none
    default: throw UsageError("--durability is full, normal or none, not '\(word.prefix(64))'")
    }
  }

  static let help = """
    Usage: navd [OPTION]...
    Tells front ends where to go: takes links and push payloads on a socket and keeps each
    session's navigation state.

      --socket PATH        listen there (default: /run/navd/navd.sock, for a user
                           $XDG_RUNTIME_DIR/navd/navd.sock); not used with socket activation
      --state DIR          keep the store there (default: $STATE_DIRECTORY, /var/lib/navd,
                           for a user $XDG_STATE_HOME/navd)
      --manifests DIR      read app manifests there, and nowhere else; may be repeated,
                           a file in an earlier DIR masks one of the same name in a later one
      --durability LEVEL   what an answered request survives: full (a power cut; default),
                           normal (the end of the process), none (nothing; kept in memory)
      --version            print the version and exit
      --help               print this and exit

    Signals: HUP reads the manifests again; TERM and INT stop after at most 2 seconds.
    Exit status: 0 stopped, 64 wrong usage, 69 no socket, 70 internal error,
    74 the store cannot be read or written, 78 wrong configuration.
    """
}

/// A command line that cannot be followed.
struct UsageError: Error, Equatable {
  var message: String

  init(_ message: String) {
    self.message = message
  }
}
