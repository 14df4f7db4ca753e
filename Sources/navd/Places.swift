import UnixIO

/// Where this instance listens, keeps its store and looks for manifests.
struct Places: Equatable {
  var socket: String
  var state: String
  var manifests: [String]
  /// Whether this is the machine's instance (root, or the user navd) and not a user's.
  var isSystem: Bool

  /// Fills in what the options leave open, from the environment by the XDG base directory rules.
  init(
    _ options: Options, isSystem: Bool, home: String, environment: (String) -> String?
  ) throws(StartFailure) {
    self.isSystem = isSystem
    if let socket = options.socket {
      self.socket = socket
    } else if isSystem {
      socket = "/run/navd/navd.sock"
    } else if let runtime = environment("XDG_RUNTIME_DIR") {
      socket = "\(runtime)/navd/navd.sock"
    } else {
      throw StartFailure(.socket, "XDG_RUNTIME_DIR is not set; say where to listen with --socket")
    }
    if let state = options.state {
      self.state = state
    } else if let given = environment("STATE_DIRECTORY"),
      let first = given.split(separator: ":").first
    {
      state = String(first)
    } else if isSystem {
      state = "/var/lib/navd"
    } else {
      state = (environment("XDG_STATE_HOME") ?? "\(home)/.local/state") + "/navd"
    }
    let shared = [
      "/etc/navd/apps", "/run/navd/apps", "/usr/local/share/navd/apps", "/usr/share/navd/apps",
    ]
    if !options.manifests.isEmpty {
      manifests = options.manifests
    } else if isSystem {
      manifests = shared
    } else {
      let own = [
        environment("XDG_CONFIG_HOME") ?? "\(home)/.config",
        environment("XDG_DATA_HOME") ?? "\(home)/.local/share",
      ]
      manifests = own.map { "\($0)/navd/apps" } + shared
    }
  }
}
