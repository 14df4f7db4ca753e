import CSystemd
import Glibc

/// Bytes that go to many sockets, and that the kernel holds once.
///
/// They are put into a pipe; each socket then gets references to its pages (tee(2), splice(2)), where send(2) takes
/// new pages for each and copies into them. The receivers copy as ever, but all from the same pages.
///
/// They come into the pipe through a socket pair, because a socket holds them in few large pages and a pipe that
/// is written to in many small ones, each of which is counted for each receiver.
@safe
public struct SharedBytes: ~Copyable {
  /// The most that can be held: it fits a pipe, which has 16 places (pipe(7)), even in small pages.
  public static let most = 48 * 1024

  /// Whether it costs less than so many copies: two calls are more than a copy of less than 8 KiB.
  public static func pays(_ bytes: Int, times: Int) -> Bool {
    times >= 8 && bytes >= 8 * 1024 && bytes <= most
  }

  private var entry: Ends?
  private var held: Ends?
  private var work: Ends?
  /// How many bytes are held.
  public private(set) var count = 0

  /// Whether it has held bytes, and so has descriptors.
  public var isOpen: Bool { held != nil }

  private struct Ends {
    var reading: Int32
    var writing: Int32
  }

  /// Holds nothing, and has no descriptors until it does.
  public init() {}

  deinit {
    for case let ends? in [entry, held, work] {
      _ = close(ends.reading)
      _ = close(ends.writing)
    }
  }

  /// Holds a copy of these bytes instead of those before; false, and then none, where it cannot.
  public mutating func hold(_ bytes: UnsafeRawBufferPointer) -> Bool {
    clear()
    guard bytes.count > 0, bytes.count <= SharedBytes.most else { return false }
    if entry == nil { entry = SharedBytes.socketPair() }
    if held == nil { held = SharedBytes.pipe() }
    if work == nil { work = SharedBytes.pipe() }
    guard let entry, let held, work != nil else { return false }
    let came = max(0, unsafe write(entry.writing, bytes.baseAddress, bytes.count))
    while count < came {
      let moved = navd_splice(entry.reading, held.writing, came &- count)
      if moved > 0 { count &+= moved } else if moved == 0 || errno != EINTR { break }
    }
    SharedBytes.empty(entry, came &- count)
    guard count == bytes.count else {
      clear()
      return false
    }
    return true
  }

  /// Forgets the bytes; sockets that have them keep them.
  public mutating func clear() {
    if let held { SharedBytes.empty(held, count) }
    count = 0
  }

  /// Gives a socket, which must not wait, all that are held.
  ///
  /// A socket whose peer is gone raises SIGPIPE, which has to be ignored.
  ///
  /// - Returns: How many it took, the first ones; 0 where it takes none now, nil where the pages cannot be
  ///   shared.
  /// - Throws: Where the peer is gone.
  public func send(to socket: Int32) throws(SystemdError) -> Int? {
    guard let held, let work else { return nil }
    let given = navd_tee(held.reading, work.writing, count)
    guard given > 0 else { return nil }
    var sent = 0
    var number: Int32 = 0
    while sent < given {
      let moved = navd_splice(work.reading, socket, given &- sent)
      if moved > 0 {
        sent &+= moved
      } else if moved == 0 || errno != EINTR {
        number = moved == 0 ? EAGAIN : errno
        break
      }
    }
    SharedBytes.empty(work, given &- sent)
    if sent == 0, number != EAGAIN { throw SystemdError(call: "splice", number: number) }
    return sent
  }

  private static func socketPair() -> Ends? {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    return Ends(reading: ends[0], writing: ends[1])
  }

  private static func pipe() -> Ends? {
    var ends: [Int32] = [-1, -1]
    guard unsafe navd_pipe(&ends) == 0 else { return nil }
    return Ends(reading: ends[0], writing: ends[1])
  }

  /// Reads what is left.
  private static func empty(_ ends: Ends, _ count: Int) {
    guard count > 0 else { return }
    unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { bytes in
      var rest = count
      while rest > 0 {
        let got = unsafe read(ends.reading, bytes.baseAddress, rest)
        if got > 0 { rest &-= got } else if got == 0 || errno != EINTR { return }
      }
    }
  }
}
