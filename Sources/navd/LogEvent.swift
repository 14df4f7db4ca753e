/// What navd logs, each kind with the id that the journal's catalog explains it under
/// (systemd/navd.catalog).
enum LogEvent: String, CaseIterable {
  case started = "78fd0f804b86488c8707e6318506e82c"
  case stopped = "f574a7664ab94bfeb63e95c3e1a63494"
  case reloaded = "66128360c78941ce94eb4d6777eab921"
  case manifest = "0fbb5dc51d3f4084a2c569a254c7ba0d"
  case slowConsumer = "280ccfe190ce4649acf7fd98a3bf9166"
  case connectionRefused = "e08bc391931e4194886aaa104c916128"
  case storeFailed = "7b6d02eafe4f452896fc9566f556d70c"
  case storeFull = "a8db4942fa40498f91a31020b638aca7"
  case storeBack = "5084149f9d964cb4bfc545b5c7c89ef3"
  case storeSetAside = "b39d13f832124efa93ae961d12da07dc"
  case descriptorsExhausted = "526870345ee840ee876d663c19a4a414"
  case activationFailed = "75d6c7179ff34923908e1e7931f518f6"
  case startFailed = "9992a5ba27204924a25447b440aa445f"
  case usersHidden = "19d361e22c494d3bb4568ac0c0cd5d94"
  case loopFailed = "7e6a7ed845324dd8b54afe56d22651b4"

  /// The value of `NAVD_EVENT`.
  var name: String {
    switch self {
    case .started: "started"
    case .stopped: "stopped"
    case .reloaded: "reloaded"
    case .manifest: "manifest"
    case .slowConsumer: "slow_consumer"
    case .connectionRefused: "connection_refused"
    case .storeFailed: "store_failed"
    case .storeFull: "store_full"
    case .storeBack: "store_back"
    case .storeSetAside: "store_set_aside"
    case .descriptorsExhausted: "descriptors_exhausted"
    case .activationFailed: "activation_failed"
    case .startFailed: "start_failed"
    case .usersHidden: "users_hidden"
    case .loopFailed: "loop_failed"
    }
  }
}
