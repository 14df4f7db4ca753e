import NavServer
import NavStore
import Systemd
import UnixIO

/// What wakes the daemon; each lasts as long as the process.
struct Sources: ~Copyable {
  let listener: EventSource
  let connections: EventSource
  let store: EventSource?
  let expiry: EventSource
  let sweep: EventSource
  let status: EventSource
  let accept: EventSource
  let drain: EventSource
  let trial: EventSource
}

extension Daemon {
  /// Registers everything; clients that connected before are served in the first iteration.
  func start() throws(SystemdError) {
    let connections = try loop.onReadable(set.descriptor) { [unowned self] in serve() }
    let listening = try loop.onReadable(listening.descriptor) { [unowned self] in accept() }
    listening.setPriority(10)
    var completions: EventSource?
    if store.completionDescriptor >= 0 {
      let source = try loop.onReadable(store.completionDescriptor) { [unowned self] in
        takeCompletions()
        settle()
      }
      source.setPriority(-10)
      completions = consume source
    }
    let expiry = try loop.timer { [unowned self] in
      armedDeadline = nil
      give(.expire)
      settle()
    }
    let sweep = try loop.timer(accuracyMilliseconds: 100) { [unowned self] in self.sweep() }
    let status = try loop.timer(accuracyMilliseconds: 1000) { [unowned self] in sendStatus() }
    let accepting = try loop.timer { [unowned self] in resumeAccepting() }
    let drain = try loop.timer { [unowned self] in stop() }
    let trial = try loop.timer(accuracyMilliseconds: 100) { [unowned self] in tryStoring() }
    sources = Sources(
      listener: listening, connections: connections, store: completions, expiry: expiry,
      sweep: sweep, status: status, accept: accepting, drain: drain,
      trial: trial)
    give(.start)
    settle()
  }

  /// Wakes the loop when the server's next deadline comes.
  func armExpiry() {
    let deadline = server.deadline
    guard deadline != armedDeadline else { return }
    armedDeadline = deadline
    if let deadline {
      sources?.expiry.arm(at: deadline)
    } else {
      sources?.expiry.set(.off)
    }
  }

  /// Has the deadlines of connections looked at soon.
  func armSweep() {
    guard !isSweeping else { return }
    isSweeping = true
    sources?.sweep.arm(at: SystemClock.boottime() &+ Limits.sweep)
  }

  /// Has `STATUS=` sent within some seconds.
  func armStatus() {
    guard !statusIsDue, !isDraining else { return }
    statusIsDue = true
    sources?.status.arm(at: SystemClock.boottime() &+ Limits.status)
  }

  private func sendStatus() {
    statusIsDue = false
    if server.status != lastStatus { tellStatus() }
  }

  /// Sends `STATUS=` now.
  func tellStatus() {
    guard !isDraining else { return }
    lastStatus = server.status
    ServiceManager.status(lastStatus)
  }
}
