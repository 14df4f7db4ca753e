public import JSON

/// Something wrong with a manifest file, where it is, and what would be right.
public struct ManifestProblem: Equatable, Sendable {
  /// The file's path.
  public var path: Text
  /// The line, from 1.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1.
  public var column: Int
  /// What is wrong, and what would be right.
  public var message: Text
  /// Whether the file is not loaded because of it; otherwise it is advice.
  public var isError: Bool

  /// Makes a problem.
  public init(path: Text, line: Int, column: Int, message: Text, isError: Bool = true) {
    (self.path, self.line, self.column) = (path, line, column)
    (self.message, self.isError) = (message, isError)
  }

  /// The whole as one line: `file:line:column: message`, as editors and compilers write it.
  public var text: Text {
    Text(
      "\(path.string):\(line):\(column): " + (isError ? "" : "warning: ") + message.string)
  }
}
