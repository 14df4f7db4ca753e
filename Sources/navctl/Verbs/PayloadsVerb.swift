import NavClient
import NavCore

/// `payloads`.
enum PayloadsVerb {
  /// Lists the dialects, each with a small payload of its own.
  static func list(_ invocation: Invocation) throws -> ExitCode {
    for dialect in Dialect.allCases {
      let shape = dialect.example
      if invocation.has(.json) {
        try Console.line("{\"dialect\":\"\(dialect.rawValue)\",\"example\":\(shape)}")
      } else {
        try Console.line(Shown.padded(dialect.rawValue, to: 15) + shape)
      }
    }
    return .done
  }
}
