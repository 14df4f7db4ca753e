import Glibc
import JSON
import NavClient
import UnixIO

/// navctl: the command line of navd.
@main
enum Navctl {
  static func main() {
    StandardStreams.ensureOpen()
    ProcessLimits.ignoreBrokenPipes()
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// Runs one command line.
  static func run(_ arguments: [String]) -> ExitCode {
    do {
      let invocation = try Invocation(arguments)
      return try perform(invocation)
    } catch let failure as Failure {
      Console.complain(failure.message)
      return failure.code
    } catch let error as Errno {
      // The reader of our output has gone: that is its affair.
      if error.number == EPIPE { return .done }
      Console.complain("\(error)")
      return .refused
    } catch {
      Console.complain("\(error)")
      return .refused
    }
  }

  private static func perform(_ invocation: Invocation) throws -> ExitCode {
    do {
      if invocation.has(.noColor) { Style.refuse() }
      if invocation.has(.help) {
        try Console.lines(Help.text(of: invocation.verb))
        return .done
      }
      return try invocation.verb.run(invocation)
    } catch let error as ClientError {
      if invocation.has(.json), case .refused(let refused) = error {
        try Console.line("{\"error\":" + refused.json.string + "}")
      }
      if error != .abandoned { Console.complain(Console.explain(error)) }
      return ExitCode(error)
    }
  }
}
