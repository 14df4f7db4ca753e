import JSON
import NavProtocol
import NavServer
import NavStore
import Systemd
import UnixIO

/// The way from a command line to a running daemon, and back.
struct Startup {
  let options: Options
  let places: Places
  let loop: EventLoop

  /// Serves until it is told to stop.
  func serve() throws(StartFailure) -> ExitCode {
    // Before the store's thread, which must inherit the blocked signals.
    let signals = try relay { () throws(SystemdError) in try Signals(on: loop) }
    let daemon = try prepare()
    signals.daemon = daemon
    announce(daemon)
    warnOfHiddenUsers()
    ProgramPages.letGo()
    let code = try relay { () throws(SystemdError) in
      try loop.pingWatchdog()
      return try loop.run()
    }
    daemon.close()
    signals.daemon = nil
    Log.write(.stopped, .info, "stopped")
    return ExitCode(rawValue: code) ?? .internal
  }

  /// Listens, opens the store, and makes a daemon of what is in it that serves when the loop runs.
  ///
  /// - Parameter store: An open store instead.
  func prepare(_ store: (any Store)? = nil) throws(StartFailure) -> Daemon {
    let listening = try Listening(places)
    let opened: any Store
    if let store { opened = store } else { opened = try openStore() }
    let daemon = try make(opened, listening)
    try relay { () throws(SystemdError) in try daemon.start() }
    return daemon
  }

  private func relay<R: ~Copyable>(
    _ body: () throws(SystemdError) -> R
  ) throws(StartFailure) -> R {
    do throws(SystemdError) {
      return try body()
    } catch {
      throw StartFailure(.internal, "\(error)")
    }
  }

  private func announce(_ daemon: Daemon) {
    let place = daemon.listening.name
    let status = daemon.server.status
    daemon.lastStatus = status
    Log.write(
      .started, .info, "navd \(Version.current) serves on \(place): \(status)",
      fields: [
        ("NAVD_VERSION", Version.current), ("NAVD_SOCKET", place),
        ("NAVD_EPOCH", daemon.store.epoch.string), ("NAVD_STATE", places.state),
      ])
    ServiceManager.ready(status: status)
  }

  /// In a user namespace clients without a number there look alike; they are refused.
  private func warnOfHiddenUsers() {
    guard places.isSystem, let map = try? Files.read("/proc/self/uid_map", limit: 4096) else {
      return
    }
    let lengths = map.split(separator: 10).compactMap { line in
      line.split(separator: 32).last.flatMap { UInt64(String(decoding: $0, as: UTF8.self)) }
    }
    guard lengths.reduce(0, &+) < UInt64(UInt32.max) else { return }
    Log.write(
      .usersHidden, .warning,
      "this user namespace does not map all users; clients of the others are refused")
  }

  private func openStore() throws(StartFailure) -> any Store {
    guard options.durability != .none else { return MemoryStore() }
    do throws(StoreError) {
      let store = try SQLiteStore(directory: places.state, durability: options.durability)
      if let path = store.setAside {
        Log.write(
          .storeSetAside, .critical,
          "the store was damaged and is now \(path); a new one is begun, clients start afresh",
          fields: [("NAVD_PATH", path), ("NAVD_EPOCH", store.epoch.string)])
      }
      return store
    } catch {
      throw StartFailure(.store, error.message)
    }
  }

  private func make(
    _ store: any Store, _ listening: consuming Listening
  ) throws(StartFailure) -> Daemon {
    for directory in options.manifests where !Files.exists(directory) {
      throw StartFailure(.configuration, "\(directory): there is no such directory (--manifests)")
    }
    var manifests = ManifestSet(directories: places.manifests)
    let reading = manifests.read()
    var server = Server(
      resolver: reading.resolver, epoch: store.epoch, version: Text(Version.current),
      accounts: reading.accounts, problems: reading.problems)
    do throws(StoreError) {
      for table in [StoreTable.meta, .session, .event, .request, .key] {
        try store.load(table) { id, body in server.restore(table, id: id, body: body) }
      }
    } catch {
      throw StartFailure(.store, error.message)
    }
    do throws(SystemdError) {
      let daemon = try Daemon(
        loop: loop, store: store, server: server, manifests: manifests, listening: listening,
        isSystem: places.isSystem)
      daemon.state = places.state
      daemon.logProblems(reading.problems)
      Heap.trim()
      return daemon
    } catch {
      throw StartFailure(.internal, "\(error)")
    }
  }
}
