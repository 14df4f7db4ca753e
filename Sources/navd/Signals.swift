import Glibc
import Systemd

/// The signals that navd acts on, blocked from the moment that this is made.
final class Signals {
  /// Who acts on them; nobody until it is there.
  var daemon: Daemon?
  private var sources: Sources?

  private struct Sources: ~Copyable {
    let terminate: EventSource
    let interrupt: EventSource
    let hangUp: EventSource
  }

  init(on loop: EventLoop) throws(SystemdError) {
    let terminate = try loop.onSignal(SIGTERM) { [weak self] in self?.daemon?.drain() }
    let interrupt = try loop.onSignal(SIGINT) { [weak self] in self?.daemon?.drain() }
    let hangUp = try loop.onSignal(SIGHUP) { [weak self] in self?.daemon?.reload() }
    terminate.setPriority(-100)
    interrupt.setPriority(-100)
    hangUp.setPriority(-50)
    sources = Sources(terminate: terminate, interrupt: interrupt, hangUp: hangUp)
  }
}
