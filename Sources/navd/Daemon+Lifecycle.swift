import JSON
import NavCore
import NavServer
import Systemd
import UnixIO

extension Daemon {
  /// Reads the manifests again, on SIGHUP or at a client's request.
  func reload() {
    guard !isDraining else { return }
    ServiceManager.reloading()
    roles = Roles()
    let reading = manifests.read()
    logProblems(reading.problems)
    server.reload(
      reading.resolver, problems: reading.problems, at: now, into: &current.effects)
    Log.write(
      .reloaded, .info,
      "manifests read again: \(reading.resolver.manifests.count) apps, "
        + "\(reading.problems.count) problems")
    settle()
    lastStatus = server.status
    ServiceManager.ready(status: lastStatus)
  }

  /// Logs what is wrong with manifests.
  func logProblems(_ problems: [Text]) {
    for problem in problems { Log.write(.manifest, .warning, problem.string) }
  }

  /// Begins to stop: clients are told, what they are owed is written, then the loop ends.
  func drain() {
    guard !isDraining else { return }
    isDraining = true
    ServiceManager.stopping(status: "stopping: \(server.status)")
    sources?.listener.set(.off)
    sources?.drain.arm(at: SystemClock.boottime() &+ Limits.drain)
    server.drain(into: &current.effects)
    settle()
  }

  /// Ends the loop.
  func stop() {
    loop.exit(ExitCode.success.rawValue)
  }
}
