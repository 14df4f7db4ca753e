public import UnixIO

/// Where navd listens.
public enum SocketPath {
  /// The socket of the system instance.
  public static let system = "/run/navd/navd.sock"

  /// The socket of the user's own instance; nil where there is no runtime directory.
  public static func user(
    environment: (String) -> String? = Environment.value
  ) -> String? {
    guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
      return nil
    }
    return directory + "/navd/navd.sock"
  }

  /// The socket to connect to: the one given, `NAVD_SOCKET`, the user instance's where it is there,
  /// else the system instance's.
  ///
  /// - Parameters:
  ///   - given: what the user asked for, such as `--socket`; empty counts as absent.
  ///   - environment: looks up a variable; the process' own by default.
  ///   - exists: whether a path is there.
  public static func choose(
    given: String? = nil,
    environment: (String) -> String? = Environment.value,
    exists: (String) -> Bool = Files.exists
  ) -> String {
    if let given, !given.isEmpty { return given }
    if let path = environment("NAVD_SOCKET"), !path.isEmpty { return path }
    if let path = user(environment: environment), exists(path) { return path }
    return system
  }
}
