import Systemd
import UnixIO

/// The socket that clients connect to: the service manager's, or one of our own.
enum Listening: ~Copyable {
  case passed(OwnedDescriptor)
  case own(Listener)

  /// Takes the descriptor named `navd` from the service manager, or listens at the path.
  init(_ places: Places) throws(StartFailure) {
    let passed: [ServiceManager.Passed]
    do throws(SystemdError) {
      passed = try ServiceManager.passedDescriptors()
    } catch {
      throw StartFailure(.socket, "the service manager's sockets cannot be taken: \(error)")
    }
    guard let chosen = passed.first(where: { $0.name == "navd" }) ?? passed.first else {
      self = .own(try Listening.listen(places))
      return
    }
    guard passed.count == 1, ServiceManager.isListeningSocket(chosen.descriptor) else {
      throw StartFailure(
        .socket,
        "the service manager passed \(passed.count) descriptors, the first named '\(chosen.name)'; "
          + "one is right, of ListenStream= with a path")
    }
    let descriptor = OwnedDescriptor(owning: chosen.descriptor)
    do throws(Errno) {
      try descriptor.setNonblocking()
    } catch {
      throw StartFailure(.socket, "the service manager's socket cannot be used: \(error)")
    }
    self = .passed(descriptor)
  }

  /// The listening descriptor.
  var descriptor: Int32 {
    switch self {
    case .passed(let descriptor): descriptor.raw
    case .own(let listener): listener.descriptor.raw
    }
  }

  /// Where it listens, for the log.
  var name: String {
    switch self {
    case .passed: "the service manager's socket"
    case .own(let listener): listener.path
    }
  }

  private static func listen(_ places: Places) throws(StartFailure) -> Listener {
    let path = places.socket
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      let directory = String(path[..<slash])
      do throws(Errno) {
        try Files.makeDirectories(directory, mode: places.isSystem ? 0o755 : 0o700)
      } catch {
        throw StartFailure(.socket, "\(directory): cannot be made: \(error)")
      }
    }
    do throws(SocketError) {
      return try Listener(at: path)
    } catch {
      throw StartFailure(.socket, error.description)
    }
  }
}
