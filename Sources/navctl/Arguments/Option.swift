/// An option of the command line, by its name without dashes.
enum Option: String, CaseIterable {
  case action, activation, after, app, arrival, button, count, dialect, explain, help, json, key
  case limit, link, manifests, origin, outcome, session, since, socket, stay, system, takeover
  case timeout, ttl, user, wait
  case cursorFile = "cursor-file"
  case goal = "for"
  case noAck = "no-ack"
  case noColor = "no-color"
  case noReconnect = "no-reconnect"

  /// Whether an option has a value.
  enum Value {
    /// It has none.
    case none
    /// It has one, called this in the help.
    case required(String)
    /// It may have one, after `=` only; else it is this.
    case optional(String, default: String)
  }

  /// Whether it has a value.
  var value: Value {
    switch self {
    case .explain, .help, .json, .link, .noAck, .noColor, .noReconnect, .system, .takeover, .user:
      .none
    case .wait: .optional("stored|delivered|acked", default: "acked")
    case .action: .required("ID")
    case .activation: .required("TOKEN")
    case .after: .required("[EPOCH:]REV")
    case .app: .required("APP")
    case .arrival: .required("tapped|received")
    case .button: .required("ID")
    case .count, .limit: .required("N")
    case .cursorFile: .required("FILE")
    case .dialect: .required("NAME")
    case .goal: .required("delivered|acked")
    case .key: .required("KEY")
    case .manifests: .required("DIR")
    case .origin: .required("push|link|web|cli|ui")
    case .outcome: .required("OUTCOME")
    case .session: .required("NAME")
    case .since: .required("AGE|TIME")
    case .socket: .required("PATH")
    case .stay, .timeout, .ttl: .required("SECONDS")
    }
  }

  /// What it does, in a few words.
  var summary: String {
    switch self {
    case .action: "the button of the payload that was tapped"
    case .activation: "the window system's activation token (else XDG_ACTIVATION_TOKEN)"
    case .after: "show what came after this revision, which is known already"
    case .app: "the app that it is for"
    case .arrival: "whether a person tapped it"
    case .button: "the button of the notice"
    case .count: "end after so many events"
    case .cursorFile: "keep in it how far this came, and go on from there the next time"
    case .dialect: "the payload's dialect; navd recognizes it where it is not given"
    case .explain: "say why, candidate by candidate"
    case .goal: "what to wait for; acked where nothing is said"
    case .help: "show this"
    case .json: "print the result as one line of JSON"
    case .key: "the same key within a day is the same request"
    case .limit: "show at most so many"
    case .link: "the text is a link, whatever it looks like"
    case .manifests: "the folder of the manifests; may be repeated"
    case .noAck: "do not ack what was received"
    case .noColor: "no colours, also on a terminal"
    case .noReconnect: "end with 2 when the connection is lost"
    case .origin: "where it comes from"
    case .outcome: "only what ended like this: delivered, queued, held, noticed, acked, …"
    case .session: "the session; may be repeated for send, '*' is all"
    case .since: "not older: 90s, 15m, 2h, 1d, 08:30, 2026-11-30, 2026-11-30T08:30, @UNIX"
    case .socket: "navd's socket (else NAVD_SOCKET, the user's, /run/navd/navd.sock)"
    case .stay: "go back after so many seconds"
    case .system: "the system's navd, whatever else is there"
    case .takeover: "take the session over from another front end"
    case .timeout: "wait at most so long"
    case .ttl: "how long it is worth delivering; 0: now or never"
    case .user: "the user's own navd"
    case .wait: "wait until it is acked, or what is said after '='"
    }
  }

  /// Its spelling in the help.
  var spelling: String {
    switch value {
    case .none: "--\(rawValue)"
    case .required(let name): "--\(rawValue) \(name)"
    case .optional(let name, _): "--\(rawValue)[=\(name)]"
    }
  }

  /// What every verb takes.
  static let common: [Option] = [.json, .timeout, .socket, .user, .system, .noColor, .help]
}
