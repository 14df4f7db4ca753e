public import JSON
public import NavCore

/// A `navigate` notification: one atomic list of commands.
public struct NavigateEvent: Hashable, Sendable {
  /// The session.
  public var session: Text
  /// The epoch of the store.
  public var epoch: Text
  /// The session's revision after it.
  public var rev: Int64
  /// The request that brought it about.
  public var request: Text?
  /// The commands that are known, in order; others are left out.
  public var commands: [Command]
  /// Where it came from: `push`, `link`, `web`, `cli` or `ui`.
  public var origin: Text?
  /// `tapped` or `received`.
  public var arrival: Text?
  /// The dialect of the payload.
  public var dialect: Text?
  /// The id of the report that it is the echo of.
  public var report: Text?
  /// The notification's params, as JSON.
  public var json: Text

  /// Reads the params of a notification; nil where session, epoch or rev is missing.
  public init?(json: borrowing Document, _ node: Node) {
    guard let session = json.text(node, "session"), let epoch = json.text(node, "epoch"),
      let rev = json.integer(node, "rev")
    else { return nil }
    (self.session, self.epoch, self.rev) = (session, epoch, rev)
    request = json.text(node, "request")
    commands = []
    for item in json.list(node, "commands") {
      if let command = Command(json: json, item) { commands.append(command) }
    }
    if let cause = json.member(node, "cause") {
      origin = json.text(cause, "origin")
      arrival = json.text(cause, "arrival")
      dialect = json.text(cause, "dialect")
      report = json.text(cause, "report")
    }
    self.json = json.encoded(node)
  }
}
