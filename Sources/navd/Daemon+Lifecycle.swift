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
    if isStored { current.inputs.append(.reload) }
    server.reload(
      reading.resolver, accounts: reading.accounts, problems: reading.problems, at: now,
      into: &current.effects)
    Log.write(
      .reloaded, .info,
      "manifests read again: \(reading.resolver.manifests.count) apps, "
        + "\(reading.problems.count) problems",
      fields: [
        ("NAVD_APPS", "\(reading.resolver.manifests.count)"),
        ("NAVD_PROBLEMS", "\(reading.problems.count)"),
      ])
    settle()
    Heap.trim()
    lastStatus = server.status
    ServiceManager.ready(status: lastStatus)
    ProgramPages.letGo()
  }

  /// Logs what is wrong with manifests.
  func logProblems(_ problems: [Text]) {
    for problem in problems {
      let file = problem.string.prefix { $0 != ":" }
      Log.write(.manifest, .warning, problem.string, fields: [("NAVD_PATH", String(file))])
    }
  }

  /// Begins to stop: clients are told, what they are owed is written, then the loop ends.
  func drain() {
    guard !isDraining else { return }
    isDraining = true
    ServiceManager.stopping(status: "stopping: \(server.status)")
    sources?.listener.set(.off)
    sources?.drain.arm(at: SystemClock.boottime() &+ Limits.drain)
    give(.drain)
    settle()
  }

  /// Ends the loop of a daemon that stops as soon as everybody has the last byte.
  ///
  /// What clients still send is read first, as closing on unread bytes would reset their end.
  func stopIfDrained() {
    guard isDraining, inFlight.isEmpty else { return }
    let rest = connections.all
    guard rest.allSatisfy({ $0.queued == 0 }) else { return }
    for connection in rest where !connection.inputEnded {
      _ = buffer.receive(from: connection.descriptor.raw) { _ in }
    }
    stop()
  }

  /// Ends the loop.
  func stop() {
    loop.exit(ExitCode.success.rawValue)
  }
}
