import Glibc
import JSON
import NavClient
import UnixIO

/// `raw`: the wire by hand.
enum RawVerb {
  /// Sends lines as they come, and shows what comes back.
  static func run(_ invocation: Invocation) throws -> ExitCode {
    let connection = try Connection(to: invocation.socket())
    let deadline =
      try invocation.milliseconds(.timeout).map { Deadline.after(milliseconds: $0) }
      ?? .never
    var input: [UInt8] = []
    var isOpen = true
    while true {
      do {
        while let line = try connection.nextLine(until: .after(milliseconds: 0)) {
          try Output.standard.write(line + [0x0A])
        }
      } catch ClientError.disconnected where !isOpen {
        return .done
      }
      if !isOpen, connection.isFlushed { connection.endWriting() }
      var entries = [
        PollEntry(connection.descriptor, read: true, write: !connection.isFlushed),
        PollEntry(isOpen ? 0 : -1),
      ]
      _ = try PollEntry.wait(&entries, milliseconds: deadline.remaining)
      if deadline.hasPassed { return .timeout }
      if entries[1].isReadable { isOpen = try take(&input, connection) }
    }
  }

  /// Reads what is there and sends its lines; false at the end of the input.
  private static func take(_ input: inout [UInt8], _ connection: Connection) throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(0, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR || errno == EAGAIN { return true }
    chunk.removeLast(chunk.count - max(count, 0))
    input += chunk
    while let end = input.firstIndex(of: 0x0A) {
      connection.send(line: Array(input[..<end]))
      input.removeFirst(end + 1)
    }
    if chunk.isEmpty, !input.isEmpty { connection.send(line: input) }
    return !chunk.isEmpty
  }
}
