import CSystemd

extension EventLoop {
  /// Calls `body` whenever the descriptor can be read, until the source is turned off.
  public func onReadable(
    _ descriptor: Int32, _ body: @escaping () -> Void
  ) throws(SystemdError) -> EventSource {
    try unsafe add("sd_event_add_io", body) { source, data in
      unsafe sd_event_add_io(handle, &source, descriptor, navd_epollin(), ioEntry, data)
    }
  }

  /// A timer on the boot-time clock, off until it is armed.
  ///
  /// - Parameter accuracyMilliseconds: how late it may fire, so that wake-ups can be shared.
  public func timer(
    accuracyMilliseconds: Int = 5, _ body: @escaping () -> Void
  ) throws(SystemdError) -> EventSource {
    let accuracy = UInt64(clamping: max(accuracyMilliseconds, 1)) &* 1000
    let source = try unsafe add("sd_event_add_time", body) { source, data in
      unsafe sd_event_add_time(
        handle, &source, CLOCK_BOOTTIME, UInt64.max, accuracy, timeEntry, data)
    }
    source.set(.off)
    return source
  }

  /// Blocks the signal in this thread and calls `body` when it comes; before any other thread.
  public func onSignal(
    _ number: Int32, _ body: @escaping () -> Void
  ) throws(SystemdError) -> EventSource {
    try unsafe add("sd_event_add_signal", body) { source, data in
      unsafe navd_add_signal(handle, &source, number, signalEntry, data)
    }
  }

  /// Calls `body` once in the next iteration, and again each time it is set to `.once`.
  public func onNext(_ body: @escaping () -> Void) throws(SystemdError) -> EventSource {
    try unsafe add("sd_event_add_defer", body) { source, data in
      unsafe sd_event_add_defer(handle, &source, plainEntry, data)
    }
  }

  /// Calls `body` after each iteration in which another source was dispatched.
  public func afterEach(_ body: @escaping () -> Void) throws(SystemdError) -> EventSource {
    try unsafe add("sd_event_add_post", body) { source, data in
      unsafe sd_event_add_post(handle, &source, plainEntry, data)
    }
  }

  private func add(
    _ call: String, _ body: @escaping () -> Void,
    _ make: (inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32
  ) throws(SystemdError) -> EventSource {
    let data = unsafe Unmanaged.passRetained(Handler(body)).toOpaque()
    var source: OpaquePointer?
    let result = unsafe make(&source, data)
    guard result >= 0, let made = unsafe source else {
      unsafe Unmanaged<Handler>.fromOpaque(data).release()
      throw SystemdError(call: call, number: result < 0 && result > .min ? -result : ENOMEM)
    }
    unsafe _ = sd_event_source_set_destroy_callback(made, release)
    return unsafe EventSource(made)
  }
}

/// The closure of a source; the source's userdata owns it.
final class Handler {
  let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }
}

/// The one way in from C: checks that this is the loop's thread and calls the closure.
nonisolated func enter(_ userdata: UnsafeMutableRawPointer?) -> Int32 {
  let address = UInt(bitPattern: userdata)
  MainActor.assumeIsolated {
    guard let data = unsafe UnsafeRawPointer(bitPattern: address) else { return }
    unsafe Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue().body()
  }
  return 0
}

private nonisolated func release(_ userdata: UnsafeMutableRawPointer?) {
  guard let data = unsafe userdata else { return }
  unsafe Unmanaged<Handler>.fromOpaque(data).release()
}

private nonisolated func ioEntry(
  _: OpaquePointer?, _: Int32, _: UInt32, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
  unsafe enter(userdata)
}

private nonisolated func timeEntry(
  _: OpaquePointer?, _: UInt64, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
  unsafe enter(userdata)
}

private nonisolated func signalEntry(
  _: OpaquePointer?, _: UnsafePointer<signalfd_siginfo>?, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
  unsafe enter(userdata)
}

private nonisolated func plainEntry(
  _: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
  unsafe enter(userdata)
}
