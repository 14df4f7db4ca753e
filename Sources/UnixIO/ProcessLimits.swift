import Glibc

/// What this process may use, and how signals reach it.
public enum ProcessLimits {
  /// Raises the soft limit of descriptors towards `wanted`, as far as the hard one lets it.
  ///
  /// - Returns: the soft limit that holds now (getrlimit(2)).
  @discardableResult
  public static func raiseDescriptors(to wanted: Int) -> Int {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(kind, &limit) == 0 else { return 0 }
    let goal = min(rlim_t(clamping: wanted), limit.rlim_max)
    if limit.rlim_cur < goal {
      limit.rlim_cur = goal
      unsafe _ = setrlimit(kind, &limit)
      unsafe _ = getrlimit(kind, &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Makes writes to a vanished reader fail with `EPIPE` instead of killing this process.
  public static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }
}
