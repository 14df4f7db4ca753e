import CSystemd

/// The event loop of sd-event(3), on the thread of the main actor.
///
/// Every callback enters Swift by `enter`, which traps on another thread. A source lives as long as
/// its `EventSource`; its closure is freed with it, so closures should hold their owner weakly or
/// be owned by it for the life of the process.
@safe
public final class EventLoop {
  private let owner: LoopHandle

  var handle: OpaquePointer { unsafe owner.raw }

  /// Makes a loop; it ends with this object and its last source.
  public init() throws(SystemdError) {
    var loop: OpaquePointer?
    try check(unsafe sd_event_new(&loop), "sd_event_new")
    guard let made = unsafe loop else { throw SystemdError(call: "sd_event_new", number: ENOMEM) }
    unsafe owner = LoopHandle(raw: made)
  }

  /// Runs until `exit` is called, and returns its code.
  public func run() throws(SystemdError) -> Int32 {
    try check(unsafe sd_event_loop(handle), "sd_event_loop")
  }

  /// Runs one iteration and returns whether anything was dispatched; after `exit`, nothing is.
  ///
  /// - Parameter milliseconds: the longest wait; 0 only looks, nil waits for ever.
  public func runOnce(milliseconds: Int?) throws(SystemdError) -> Bool {
    guard unsafe sd_event_get_state(handle) != Int32(SD_EVENT_FINISHED) else { return false }
    let limit = milliseconds.map { UInt64(clamping: $0) &* 1000 } ?? UInt64.max
    return try check(unsafe sd_event_run(handle, limit), "sd_event_run") > 0
  }

  /// Makes `run` return this code after the current iteration.
  public func exit(_ code: Int32) {
    unsafe _ = sd_event_exit(handle, code)
  }

  /// Pings the service manager's watchdog from this loop where it asks for that
  /// (sd_event_set_watchdog(3)); returns whether it does.
  @discardableResult
  public func pingWatchdog() throws(SystemdError) -> Bool {
    try check(unsafe sd_event_set_watchdog(handle, 1), "sd_event_set_watchdog") > 0
  }
}

/// The reference to the C loop, released with its owner on whatever thread that ends.
@safe
struct LoopHandle: ~Copyable {
  let raw: OpaquePointer

  init(raw: OpaquePointer) {
    unsafe self.raw = unsafe raw
  }

  deinit {
    unsafe _ = sd_event_unref(raw)
  }
}
