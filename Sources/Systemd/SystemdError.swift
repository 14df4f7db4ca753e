import CSystemd

/// A call to systemd's library or to epoll that failed.
public nonisolated struct SystemdError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The C function, such as `sd_event_new`.
  public var call: String
  /// The error number, positive.
  public var number: Int32

  /// The call and the system's text.
  public var description: String {
    guard let text = unsafe strerror(number) else { return "\(call): error \(number)" }
    return unsafe "\(call): \(String(cString: text))"
  }
}

/// Passes a result that is not negative on; a negative one is `-errno`, as everywhere in libsystemd.
@discardableResult
nonisolated func check(_ result: Int32, _ call: String) throws(SystemdError) -> Int32 {
  guard result < 0 else { return result }
  throw SystemdError(call: call, number: result == .min ? .max : -result)
}
