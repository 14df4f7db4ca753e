/// What only the shell knows of navd's state, for `server.stats`.
///
/// The server has none of it, and must not: it is asked for once a turn in which somebody wants to
/// know (``Server/wantsGauges``), so that nothing has to be kept up to date for nobody.
public struct Gauges: Sendable {
  /// The store's files and its commits since the start.
  public struct Store: Sendable {
    /// Bytes of the database.
    public var bytes: Int64 = 0
    /// Bytes of the write-ahead log.
    public var logBytes: Int64 = 0
    /// Batches that were committed.
    public var commits = 0
    /// Microseconds from handing a batch over to its being on disk: of the last one, the longest, and in all.
    public var last = 0
    /// The longest.
    public var longest = 0
    /// In all.
    public var total = 0

    /// Makes one that has done nothing.
    public init() {}
  }

  /// Bytes that wait for the sockets of each uid that has any.
  public var outputs: [UInt32: Int] = [:]
  /// Connections since the start.
  public var accepted = 0
  /// Connections that were refused since the start.
  public var refused = 0
  /// Connections that were ended because they did not read.
  public var cutOff = 0
  /// Bytes read since the start.
  public var bytesRead = 0
  /// Bytes written since the start.
  public var bytesWritten = 0
  /// Bytes that wait for sockets.
  public var output = 0
  /// Bytes that were read and are not answered yet.
  public var unanswered = 0
  /// Turns whose commit is not done yet.
  public var turns = 0
  /// The store; nil where nothing is stored.
  public var store: Store?

  /// Makes gauges that stand at 0.
  public init() {}
}
