import CSystemd

/// One source of the event loop; it ends with this value.
@safe
public struct EventSource: ~Copyable {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe _ = sd_event_source_disable_unref(handle)
  }

  /// Whether it fires.
  public enum State: Int32, Sendable {
    /// Never (`SD_EVENT_OFF`).
    case off = 0
    /// Each time (`SD_EVENT_ON`).
    case on = 1
    /// The next time only (`SD_EVENT_ONESHOT`).
    case once = -1
  }

  /// Turns it on or off.
  public func set(_ state: State) {
    unsafe _ = sd_event_source_set_enabled(handle, state.rawValue)
  }

  /// Arms a timer to fire once at this time of the boot-time clock, in milliseconds.
  public func arm(at milliseconds: Int64) {
    unsafe _ = sd_event_source_set_time(handle, UInt64(clamping: milliseconds) &* 1000)
    set(.once)
  }

  /// Lower comes first among sources that are ready together; 0 is what a new source has.
  public func setPriority(_ priority: Int64) {
    unsafe _ = sd_event_source_set_priority(handle, priority)
  }

  /// A name for the library's debug log.
  public func setDescription(_ text: String) {
    unsafe _ = sd_event_source_set_description(handle, text)
  }
}
