import Foundation
import Glibc

/// A program that runs beside the test, with no signal blocked.
///
/// It is not a `Process`: those begin with most signals blocked, as they inherit the mask of whatever thread
/// started them, and so do their children.
final class SpawnedProgram {
  private var pid: pid_t = -1
  private var output: Int32
  private let errors: Int32
  private var status: Int32?
  private var buffer: [UInt8] = []

  /// Starts a program by its path.
  ///
  /// - Parameter joinsErrors: whether standard error goes where standard output goes.
  init(
    _ path: String, _ arguments: [String], environment: [String: String], joinsErrors: Bool = false
  ) throws {
    let (out, err) = (Pipe(), Pipe())
    output = dup(out.fileHandleForReading.fileDescriptor)
    errors = dup(err.fileHandleForReading.fileDescriptor)
    let ends = [out, err].flatMap { [$0.fileHandleForReading, $0.fileHandleForWriting] }
    for descriptor in [output, errors] + ends.map(\.fileDescriptor) {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, out.fileHandleForWriting.fileDescriptor, 1)
    let error = joinsErrors ? out : err
    posix_spawn_file_actions_adddup2(&actions, error.fileHandleForWriting.fileDescriptor, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    let values: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for text in words + values { free(text) } }
    let result = posix_spawn(&pid, path, &actions, &attributes, words, values)
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    guard result == 0 else { throw RunningDaemon.Failure(description: "no \(path): \(result)") }
  }

  /// Starts the built navctl.
  convenience init(navctl arguments: [String], socket: String) throws {
    try self.init(
      RunningDaemon.programs.appendingPathComponent("navctl").path, arguments,
      environment: ["NAVD_SOCKET": socket])
  }

  deinit {
    if status == nil {
      signal(SIGKILL)
      _ = end()
    }
    stopReading()
    close(errors)
  }

  func signal(_ number: Int32) { kill(pid, number) }

  /// Closes our end of its output, as `head` does when it has seen enough.
  func stopReading() {
    if output >= 0 { close(output) }
    output = -1
  }

  /// The next line of standard output; nil at its end, or when none comes in 10 s.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      guard let chunk = read(output, milliseconds: 10_000) else { return nil }
      buffer += chunk
    }
  }

  /// All of standard output, until its end.
  func everything() -> String {
    var said: [UInt8] = []
    while let chunk = read(output, milliseconds: -1) { said += chunk }
    return String(decoding: said, as: UTF8.self)
  }

  /// What it said on standard error until its end.
  func complaints() -> String {
    var said: [UInt8] = []
    while let chunk = read(errors, milliseconds: 10_000) { said += chunk }
    return String(decoding: said, as: UTF8.self)
  }

  /// Waits for the end: the exit status, or minus the signal that ended it.
  func end() -> Int32 {
    var raw: Int32 = 0
    if status == nil {
      while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
      status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F)
    }
    return status ?? 0
  }

  private func read(_ descriptor: Int32, milliseconds: Int32) -> ArraySlice<UInt8>? {
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let found = poll(&poller, 1, milliseconds)
      if found < 0, errno == EINTR { continue }
      guard found > 0 else { return nil }
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      return count > 0 ? chunk[..<count] : nil
    }
  }
}
