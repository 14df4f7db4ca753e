import CSystemd

/// Starts units by the service manager's bus interface, without waiting
/// (`StartUnit` of org.freedesktop.systemd1.Manager).
@safe
public final class UnitStarter {
  private let bus: OpaquePointer

  /// Connects to the bus of the system, or of the user, and serves it from the loop.
  public init(system: Bool, on loop: EventLoop) throws(SystemdError) {
    var opened: OpaquePointer?
    let result = unsafe system ? sd_bus_open_system(&opened) : sd_bus_open_user(&opened)
    try check(result, system ? "sd_bus_open_system" : "sd_bus_open_user")
    guard let made = unsafe opened else { throw SystemdError(call: "sd_bus_open", number: ENOMEM) }
    unsafe bus = made
    try check(unsafe sd_bus_attach_event(made, loop.handle, 0), "sd_bus_attach_event")
  }

  /// Asks for the unit to be started; a job that is queued already is left alone.
  ///
  /// - Parameter done: gets the reason where the manager refused, nil where it took the job.
  public func start(
    _ unit: String, _ done: @escaping (_ failure: String?) -> Void
  ) throws(SystemdError) {
    let data = unsafe Unmanaged.passRetained(Answer(done)).toOpaque()
    let result = unsafe navd_start_unit(bus, nil, unit, answerEntry, data)
    if result < 0 {
      unsafe Unmanaged<Answer>.fromOpaque(data).release()
      try check(result, "StartUnit")
    }
  }
}

private final class Answer {
  let done: (String?) -> Void

  init(_ done: @escaping (String?) -> Void) {
    self.done = done
  }
}

private nonisolated func answerEntry(
  _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
  _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  var failure: String?
  if unsafe sd_bus_message_is_method_error(message, nil) > 0 {
    let error = unsafe sd_bus_message_get_error(message)
    let text = unsafe error?.pointee.message ?? error?.pointee.name
    failure = unsafe text.map { unsafe String(cString: $0) } ?? "unknown error"
  }
  let address = UInt(bitPattern: userdata)
  let reason = failure
  MainActor.assumeIsolated {
    guard let data = unsafe UnsafeRawPointer(bitPattern: address) else { return }
    unsafe Unmanaged<Answer>.fromOpaque(data).takeRetainedValue().done(reason)
  }
  return 0
}
