import JSON
import Systemd
import UnixIO

/// Starts front ends by their units; a unit that cannot be started is told of once a minute.
final class Activator {
  private let isSystem: Bool
  private unowned let loop: EventLoop
  private var starter: UnitStarter?
  private var toldAt: [String: Int64] = [:]

  init(system: Bool, loop: EventLoop) {
    isSystem = system
    self.loop = loop
  }

  /// Asks the service manager for the unit of this name, without waiting.
  func start(_ name: [UInt8]) {
    let unit = String(decoding: name, as: UTF8.self)
    do throws(SystemdError) {
      if starter == nil { starter = try UnitStarter(system: isSystem, on: loop) }
      try starter?.start(unit) { [weak self] failure in
        if let failure { self?.tell(unit, failure) }
      }
    } catch {
      starter = nil
      tell(unit, "\(error)")
    }
  }

  private func tell(_ unit: String, _ reason: String) {
    let now = SystemClock.boottime()
    if let last = toldAt[unit], now < last &+ 60_000 { return }
    if toldAt.count > 256 { toldAt.removeAll() }
    toldAt[unit] = now
    Log.write(
      .activationFailed, .warning, "cannot start the front end's unit '\(unit)': \(reason)",
      fields: [("NAVD_UNIT", unit)])
  }
}
