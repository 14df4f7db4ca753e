import CSystemd
import Glibc

/// What this process tells its service manager, and what it got from it (sd-daemon(3)).
public enum ServiceManager {
  /// Startup or a reload is done (`READY=1`), with the state of affairs in words.
  public static func ready(status: String) {
    notify("READY=1\nSTATUS=\(oneLine(status))")
  }

  /// The state of affairs in words, for `systemctl status`.
  public static func status(_ text: String) {
    notify("STATUS=\(oneLine(text))")
  }

  /// Tells that a reload has begun, which `ready` ends.
  ///
  /// The time is what systemd 253 and later ask for.
  public static func reloading() {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    notify("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec &* 1_000_000 &+ time.tv_nsec / 1000)")
  }

  /// The stop has begun.
  public static func stopping(status: String) {
    notify("STOPPING=1\nSTATUS=\(oneLine(status))")
  }

  /// Start or stop takes longer: so many more seconds from now.
  public static func extendTimeout(seconds: Int) {
    notify("EXTEND_TIMEOUT_USEC=\(max(seconds, 1) &* 1_000_000)")
  }

  /// Sends assignments, one a line; nothing happens where no service manager listens.
  public static func notify(_ state: String) {
    unsafe _ = sd_notify(0, state)
  }

  /// A descriptor that the service manager opened, with its `FileDescriptorName=`.
  public struct Passed: Sendable {
    /// The number; the caller's from now on.
    public let descriptor: Int32
    /// The name; `unknown` where the unit gives none.
    public let name: String
  }

  /// The descriptors that were passed to this process, once; they are made close-on-exec.
  public static func passedDescriptors() throws(SystemdError) -> [Passed] {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = try check(
      unsafe sd_listen_fds_with_names(1, &names), "sd_listen_fds_with_names")
    guard count > 0 else { return [] }
    defer { unsafe free(names) }
    var list: [Passed] = []
    for index in 0..<Int(count) {
      let name = unsafe names?[index]
      let text = unsafe name.map { unsafe String(cString: $0) } ?? "unknown"
      unsafe free(name)
      list.append(Passed(descriptor: 3 &+ Int32(index), name: text))
    }
    return list
  }

  /// Whether it is a listening stream socket of the Unix domain (sd_is_socket_unix(3)).
  public static func isListeningSocket(_ descriptor: Int32) -> Bool {
    let stream = Int32(truncatingIfNeeded: Int(SOCK_STREAM.rawValue))
    return sd_is_socket_unix(descriptor, stream, 1, nil, 0) > 0
  }

  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
