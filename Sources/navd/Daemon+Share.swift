import Systemd
import UnixIO

extension Daemon {
  /// Sends a piece of the turn's events from pages that all its receivers share; nil where that cannot be.
  ///
  /// The piece is put into these pages for the first of them; `start` tells it from the turn's other pieces.
  func share(
    _ piece: UnsafeRawBufferPointer, at start: Int, to connection: Connection
  ) -> Transfer? {
    if sharedStart != start || shared.count != piece.count {
      sharedStart = nil
      guard unsafe shared.hold(piece) else { return nil }
      sharedStart = start
    }
    do throws(SystemdError) {
      guard let count = try shared.send(to: connection.descriptor.raw) else { return nil }
      return count > 0 ? .count(count) : .wouldBlock
    } catch {
      return .ended
    }
  }

  /// Ends the sharing of the turn's pieces.
  func letGoOfShared() {
    guard sharedStart != nil else { return }
    sharedStart = nil
    shared.clear()
  }
}
