public import JSON
internal import NavProtocol
internal import UnixIO

/// A connection to navd, for one thread.
///
/// Every wait both reads and writes, so a client whose output does not fit the socket still takes
/// what navd sends, and the two never wait for each other. What comes while a call waits for its
/// answer is kept in order for ``next(until:)``.
public final class Connection {
  /// The path that it is connected to.
  public let path: String
  /// The socket, to be polled with other descriptors; not the caller's to close.
  public var descriptor: Int32 { socket.raw }

  /// A descriptor of the caller's output: a wait ends when nobody reads that any more.
  public var output: Int32?

  private let socket: OwnedDescriptor
  private var framer = LineFramer(limit: WireLimits.serverLine)
  private var lines: [[UInt8]] = []
  private var messages: [Message] = []
  private var unsent: [UInt8] = []
  private var document = Document()
  private var lastID: Int64 = 0
  private var hasEnded = false
  private var farewell: Text?

  /// Connects.
  ///
  /// - Parameter milliseconds: how long to wait while navd's backlog is full.
  /// - Throws: ``ClientError/unreachable(_:)``.
  public init(to path: String, milliseconds: Int = 2000) throws(ClientError) {
    do throws(SocketError) {
      socket = try UnixSocket.connect(to: path, milliseconds: milliseconds)
    } catch {
      throw .unreachable(error)
    }
    self.path = path
  }

  /// Whether everything that was to be sent is out.
  public var isFlushed: Bool { unsent.isEmpty }

  /// Queues a line, which must not contain a newline, and writes what fits at once.
  public func send(line: [UInt8]) {
    unsent += line
    unsent.append(0x0A)
    write()
  }

  /// Queues a request or notification.
  ///
  /// - Parameters:
  ///   - params: the params object as JSON; empty for none.
  ///   - id: nil makes it a notification.
  public func send(_ method: Text, params: Text = Text(), id: Int64? = nil) {
    var line = Bytes()
    line.append("{\"jsonrpc\":\"2.0\",\"method\":")
    line.append(quoted: method)
    if !params.isEmpty {
      line.append(",\"params\":")
      line.append(params)
    }
    if let id {
      line.append(",\"id\":")
      line.append(id)
    }
    line.append("}")
    send(line: line.text.bytes)
  }

  /// Says that nothing more will be sent; answers still come.
  public func endWriting() { Transfer.endWriting(socket.raw) }

  /// A number for a request that no other of this connection has.
  public func makeID() -> Int64 {
    lastID &+= 1
    return lastID
  }

  /// The next message that is not the answer of a ``call(_:params:until:)``; nil after the deadline.
  ///
  /// - Throws: ``ClientError/disconnected(_:)`` after the last message, or that navd sent nonsense.
  public func next(until deadline: Deadline) throws(ClientError) -> Message? {
    if !messages.isEmpty { return messages.removeFirst() }
    return try receive(until: deadline)
  }

  /// The next line as it came, whatever it is; nil after the deadline.
  ///
  /// For tools that show the wire.
  public func nextLine(until deadline: Deadline) throws(ClientError) -> [UInt8]? {
    while lines.isEmpty {
      if hasEnded { throw .disconnected(farewell) }
      guard try turn(until: deadline) else { return nil }
    }
    return lines.removeFirst()
  }

  /// The next message in the order of the wire; nil after the deadline.
  func receive(until deadline: Deadline) throws(ClientError) -> Message? {
    guard let line = try nextLine(until: deadline) else { return nil }
    let message = try Message(line: line, with: &document)
    if case .notification(let method, let line) = message, method == "bye" {
      farewell = Message.reason(of: line, with: &document)
    }
    return message
  }

  /// Keeps a message for ``next(until:)``.
  func keep(_ message: Message) { messages.append(message) }

  /// Waits until everything queued is written; false after the deadline.
  public func flush(until deadline: Deadline) throws(ClientError) -> Bool {
    while !unsent.isEmpty {
      if hasEnded { throw .disconnected(farewell) }
      guard try turn(until: deadline) else { return false }
    }
    return true
  }

  /// One wait for the socket and what it allows; false where the deadline passed without anything.
  private func turn(until deadline: Deadline) throws(ClientError) -> Bool {
    var entries = [
      PollEntry(socket.raw, read: true, write: !unsent.isEmpty),
      PollEntry(output ?? -1, read: false),
    ]
    do throws(Errno) {
      if try PollEntry.wait(&entries, milliseconds: deadline.remaining) == 0 {
        return !deadline.hasPassed
      }
    } catch {
      throw .malformed("\(error)")
    }
    if entries[1].isClosed { throw .abandoned }
    if entries[0].isWritable { write() }
    if entries[0].isReadable || entries[0].isClosed { try read() }
    return true
  }

  private func read() throws(ClientError) {
    var chunk: [UInt8] = []
    switch Transfer.receive(socket.raw, appendingTo: &chunk) {
    case .wouldBlock: return
    case .ended:
      hasEnded = true
      framer.finish { line in lines.append(Text(copying: line).bytes) }
    case .count:
      let isWhole = framer.push(chunk.span) { line in lines.append(Text(copying: line).bytes) }
      if !isWhole { throw .malformed("a line of more than \(WireLimits.serverLine) bytes") }
    }
  }

  private func write() {
    while !unsent.isEmpty {
      let result = unsafe unsent.withUnsafeBytes { unsafe Transfer.send(socket.raw, $0) }
      switch result {
      case .count(let count): unsent.removeFirst(min(count, unsent.count))
      case .wouldBlock: return
      case .ended:
        // What navd still had to say, such as why it closed, can be read: the end comes from there.
        unsent.removeAll()
        return
      }
    }
  }
}
