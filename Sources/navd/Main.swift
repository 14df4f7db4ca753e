import Glibc
import NavProtocol
import Systemd
import UnixIO

/// The program `navd`.
@main
enum Main {
  static func main() {
    StandardStreams.ensureOpen()
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// Runs with the arguments after the program's name; all owners end inside.
  static func run(_ arguments: [String]) -> ExitCode {
    let options: Options
    do throws(UsageError) {
      options = try Options(arguments)
    } catch {
      try? Output.error.line("navd: \(error.message)\nTry 'navd --help'.")
      return .usage
    }
    switch options.action {
    case .help: return print(Options.help)
    case .version: return print("navd \(Version.current)")
    case .serve: break
    }
    do throws(StartFailure) {
      return try serve(options)
    } catch {
      Log.write(
        .startFailed, .critical, error.message, fields: [("EXIT_STATUS", "\(error.code.rawValue)")])
      return error.code
    }
  }

  private static func print(_ text: String) -> ExitCode {
    do throws(Errno) {
      try Output.standard.line(text)
      return .success
    } catch {
      return .internal
    }
  }

  private static func serve(_ options: Options) throws(StartFailure) -> ExitCode {
    let account = Accounts.account(of: Accounts.effectiveUser)
    let places = try Places(
      options, isSystem: Accounts.effectiveUser == 0 || account?.name == "navd",
      home: Environment.value("HOME") ?? account?.home ?? "/", environment: Environment.value)
    ProcessLimits.ignoreBrokenPipes()
    ProcessLimits.raiseDescriptors(to: WireLimits.connections + 64)
    return try Startup(options: options, places: places, loop: loop()).serve()
  }

  private static func loop() throws(StartFailure) -> EventLoop {
    do throws(SystemdError) {
      return try EventLoop()
    } catch {
      throw StartFailure(.internal, "\(error)")
    }
  }
}
