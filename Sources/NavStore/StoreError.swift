/// Why the store could not be opened, read or written.
public struct StoreError: Error, Equatable, Sendable {
  /// What went wrong, as far as it decides what to do next.
  public enum Reason: Sendable {
    /// The directory cannot be made or written.
    case directory
    /// Another process has the store open.
    case locked
    /// The disk or quota is full; a later commit may succeed.
    case full
    /// Reading, writing or syncing failed in the kernel: what is on disk is not known any more, and
    /// only a new start finds out.
    case inputOutput
    /// The file is damaged.
    case corrupt
    /// The file was written by a newer navd, or by another program.
    case foreign
    /// The store was closed before.
    case closed
    /// Anything else; `code` tells.
    case other
  }

  /// What went wrong.
  public var reason: Reason
  /// SQLite's extended result code or the system's `errno`; 0 where neither applies.
  public var code: Int32
  /// For people: what, where, and what would be right.
  public var message: String

  /// Makes an error.
  public init(_ reason: Reason, code: Int32 = 0, message: String) {
    self.reason = reason
    self.code = code
    self.message = message
  }
}
