import JSON
import NavClient

/// One connection for one command, with its deadline.
struct Caller {
  /// When all of it has to be done.
  let deadline: Deadline
  private let connection: Connection
  private let invocation: Invocation

  /// Connects.
  init(_ invocation: Invocation, deadline: Deadline? = nil) throws {
    self.invocation = invocation
    self.deadline = try deadline ?? invocation.deadline()
    connection = try Connection(to: invocation.socket())
  }

  /// Calls a method and gives the result as JSON.
  func call(_ method: Text, _ params: Text = Text()) throws(ClientError) -> Text {
    try connection.call(method, params: params, until: deadline)
  }

  /// Calls a method; with `--json` writes the result, else hands it over.
  ///
  /// - Returns: what `body` says; done where there was nothing to say.
  func show(
    _ method: Text, _ params: Text = Text(), _ body: (borrowing Document, Node) throws -> ExitCode
  ) throws -> ExitCode {
    let result = try call(method, params)
    if invocation.has(.json) { try Console.line(result.string) }
    return try Caller.read(result) { try body($0, $1) }
  }

  /// The session that the command is about: the one named, or the only one there is.
  func session(argument: Int? = nil) throws -> Text {
    if let name = invocation.value(.session) ?? argument.flatMap({ invocation.argument($0) }) {
      return Text(name)
    }
    let names = try sessions()
    if names.count == 1, let name = names.first { return name }
    if names.isEmpty { throw Failure(code: .refused, message: "there are no sessions") }
    let list = names.map { Shown.safe($0) }.joined(separator: ", ")
    throw Failure.usage("name one of the sessions: \(list)")
  }

  private func sessions() throws -> [Text] {
    try Caller.read(try call("session.list")) { json, root in
      json.list(root, "sessions").compactMap { json.text($0, "session") }
    }
  }

  /// Lends a result as a document.
  static func read<R>(
    _ result: Text, _ body: (borrowing Document, Node) throws -> R
  ) throws -> R {
    var document = Document()
    do throws(JSONError) {
      try document.parse(result.bytes, maximumDepth: 64)
    } catch {
      throw ClientError.malformed(error.message)
    }
    return try body(document, document.root)
  }
}
