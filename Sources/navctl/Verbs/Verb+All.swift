extension Verb {
  private static let request: [Option] = [
    .session, .app, .arrival, .origin, .dialect, .key, .ttl, .stay, .action, .activation, .link,
  ]

  /// All verbs, in the order of the help.
  static let all: [Verb] = [
    Verb(
      name: "send", usage: "send [OPTION…] PAYLOAD|-|@FILE",
      summary: "Send a payload or a link; done when it is on disk",
      details: [
        "A JSON object is a payload; a JSON string, and any other text, is a link.",
        "Put what comes from outside behind '--': then it is never an option or a file.",
      ],
      options: request + [.wait], arguments: 1...1, run: SendVerb.send),
    Verb(
      name: "open", usage: "open [OPTION…] [--] URL", summary: "Open a link",
      details: ["The URL is taken as it is: it never names a file."],
      options: [.session, .app, .key, .ttl, .stay, .activation, .wait], arguments: 1...1,
      run: SendVerb.open),
    Verb(
      name: "resolve", usage: "resolve [OPTION…] PAYLOAD|URL|-|@FILE",
      summary: "Show what send would do, and change nothing",
      options: request + [.explain], arguments: 1...1, run: SendVerb.resolve),
    Verb(
      name: "watch", usage: "watch [OPTION…] [SESSION]",
      summary: "Show events as they come, of one session or of all",
      details: [
        "Comes back by itself when the connection is lost, and goes on where it was.",
        "With --cursor-file it goes on where the last one with that file was; --after begins the file.",
      ],
      options: [.session, .app, .after, .cursorFile, .count, .noReconnect], arguments: 0...1,
      run: WatchVerb.run),
    Verb(
      name: "history", usage: "history [OPTION…]", summary: "Show what happened, the newest first",
      details: [
        "As a table of 50, or of --limit; with --json a line each, all of them where no limit is given."
      ],
      options: [.session, .since, .outcome, .limit], run: HistoryVerb.history),
    Verb(
      name: "requests", usage: "requests [OPTION…]",
      summary: "Show what was asked, and what became of it",
      details: ["As 'history', without what no request has caused."],
      options: [.session, .since, .outcome, .limit], run: HistoryVerb.requests),
    Verb(
      name: "cancel", usage: "cancel [OPTION…] REQUEST",
      summary: "Take a request back that nobody has acked", arguments: 1...1,
      run: RequestVerb.cancel),
    Verb(
      name: "wait", usage: "wait [OPTION…] REQUEST",
      summary:
        "Wait until a request is acked, or what --for says; at most 30 seconds, or --timeout",
      options: [.goal], arguments: 1...1, run: RequestVerb.wait),
    Verb(
      name: "attach", usage: "attach [OPTION…] [SESSION]",
      summary: "Be a front end in the terminal: draw what happens, and ack it",
      details: ["With --app, a session that is absent is made; it is called like the app."],
      options: [.session, .app, .count, .takeover, .noAck, .noReconnect], arguments: 0...1,
      run: AttachVerb.run),
    Verb(
      name: "state", usage: "state [OPTION…] [SESSION]", summary: "Show where a session is",
      options: [.session], arguments: 0...1, run: StateVerb.state),
    Verb(
      name: "notices", usage: "notices [OPTION…] [SESSION]", summary: "Show a session's notices",
      options: [.session], arguments: 0...1, run: StateVerb.notices),
    Verb(
      name: "sessions", usage: "sessions [OPTION…]", summary: "List the sessions",
      run: SessionsVerb.list),
    Verb(
      name: "close", usage: "close [OPTION…] SESSION", summary: "Close a session for good",
      options: [.session], arguments: 0...1, run: SessionsVerb.close),
    Verb(
      name: "back", usage: "back [OPTION…] [SESSION]", summary: "Go back, as the back button does",
      options: [.session], arguments: 0...1, run: NavigateVerb.back),
    Verb(
      name: "home", usage: "home [OPTION…] [SESSION]", summary: "Go to the first screen",
      options: [.session], arguments: 0...1, run: NavigateVerb.home),
    Verb(
      name: "navigate", usage: "navigate [OPTION…] COMMANDS|-|@FILE",
      summary: "Perform commands: a JSON array of them, or one",
      options: [.session], arguments: 1...1, run: NavigateVerb.navigate),
    Verb(
      name: "activate", usage: "activate [OPTION…] NOTICE",
      summary: "Open a notice, as a tap on it does", options: [.session, .button],
      arguments: 1...1, run: NavigateVerb.activate),
    Verb(
      name: "condition", usage: "condition [OPTION…] NAME[=true|false]…",
      summary: "Report that conditions hold, or do not", options: [.session],
      arguments: 1...32, run: NavigateVerb.condition),
    Verb(
      name: "check", usage: "check [--json] FILE|DIR…",
      summary: "Check manifests: errors and warnings with line and column; needs no navd",
      arguments: 1...4096, run: CheckVerb.run),
    Verb(
      name: "routes", usage: "routes [--json] FILE|DIR…",
      summary: "Show the links of manifests in the order in which they are tried; needs no navd",
      arguments: 1...4096, run: RoutesVerb.run),
    Verb(
      name: "test", usage: "test [--json] [--manifests DIR]… CASES.json|-",
      summary: "Hold cases against manifests, and list the routes that none reached; needs no navd",
      details: [
        "Cases are an array of {name, link or payload, expect: {screen, params, …} or {error: KIND}}.",
        "Also: app, origin, dialect, action; expect: calls, dropped, refused, commands, dialect, link.",
        "Without --manifests, the folder 'apps' beside the cases.",
      ],
      options: [.manifests], arguments: 1...1, run: TestVerb.run),
    Verb(
      name: "build", usage: "build [OPTION…] APP SCREEN [NAME=VALUE]…",
      summary: "Show the link that opens a screen with these params", arguments: 2...258,
      run: BuildVerb.run),
    Verb(
      name: "status", usage: "status [OPTION…]", summary: "Show what navd is and has",
      run: ServerVerb.status),
    Verb(
      name: "stats", usage: "stats [OPTION…]",
      summary: "Show what each user uses of their shares, and what navd has done",
      details: ["Who is no admin sees their own."], run: StatsVerb.stats),
    Verb(
      name: "app", usage: "app [OPTION…] [APP]",
      summary: "List the apps, or show what one declares", arguments: 0...1, run: StatsVerb.app),
    Verb(
      name: "ping", usage: "ping [OPTION…]",
      summary: "Ask whether navd answers; with --wait, try until it does", options: [.wait],
      run: ServerVerb.ping),
    Verb(
      name: "server", usage: "server [OPTION…] reload|info",
      summary: "Read the manifests again, or tell about the server", arguments: 1...1,
      run: ServerVerb.server),
    Verb(
      name: "payloads", usage: "payloads [OPTION…]",
      summary: "List the dialects of payloads, each with an example", run: PayloadsVerb.list),
    Verb(
      name: "raw", usage: "raw [OPTION…]",
      summary: "Send lines from standard input as they are, and show what comes back",
      details: ["Ends when navd has answered all of them, or after --timeout."], run: RawVerb.run),
    Verb(
      name: "version", usage: "version", summary: "Show the version and the protocol",
      run: ServerVerb.version),
    Verb(
      name: "help", usage: "help [VERB]", summary: "Show this, or what a verb takes",
      arguments: 0...1,
      run: { invocation in
        let verb = try invocation.argument(0).map { name throws(Failure) in try Verb.named(name) }
        try Console.lines(Help.text(of: verb))
        return .done
      }),
  ]
}
