import Foundation

/// A recorded conversation: what clients write, what navd answers, and time that passes.
///
/// `> ` and `< ` are the first client's lines; `name> ` and `name< ` another's; `@ 1.5s` lets time pass,
/// `! restart` starts navd anew on the same store, `! close name` ends a connection, `# ` is a comment. In an
/// expected line `…` stands for any text, `$EPOCH` for the store's epoch.
public struct Transcript: CustomStringConvertible, Sendable {
  /// One line of it.
  public enum Step: Sendable {
    /// A client writes.
    case says(client: String, line: String)
    /// A client reads.
    case hears(client: String, line: String, number: Int)
    /// Time passes.
    case passes(milliseconds: Int64)
    /// navd starts anew on its store.
    case restart
    /// A connection ends.
    case close(client: String)
  }

  /// The file's name.
  public var name: String
  /// Its lines in order.
  public var steps: [Step] = []
  /// The file's name.
  public var description: String { name }

  /// Reads a transcript.
  public init(name: String, text: String) throws {
    self.name = name
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = String(line)
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("@ "), let seconds = Double(line.dropFirst(2).dropLast()) {
        steps.append(.passes(milliseconds: Int64(seconds * 1000)))
      } else if line == "! restart" {
        steps.append(.restart)
      } else if line.hasPrefix("! close") {
        steps.append(.close(client: String(line.dropFirst(8))))
      } else if let mark = line.range(of: "> "), !line[..<mark.lowerBound].contains("<"),
        line[..<mark.lowerBound].count < 12, !line[..<mark.lowerBound].contains("{")
      {
        steps.append(
          .says(client: String(line[..<mark.lowerBound]), line: String(line[mark.upperBound...])))
      } else if let mark = line.range(of: "< "), line[..<mark.lowerBound].count < 12 {
        steps.append(
          .hears(
            client: String(line[..<mark.lowerBound]), line: String(line[mark.upperBound...]),
            number: index + 1))
      } else {
        throw Malformed(description: "\(name):\(index + 1): \(line)")
      }
    }
  }

  /// A line that is none of a transcript.
  public struct Malformed: Error, CustomStringConvertible {
    /// Its place and text.
    public var description: String
  }

  /// All transcripts of the repository.
  public static let all: [Transcript] = {
    do {
      return try Conformance.tableFiles(in: "wire").compactMapFile()
    } catch {
      return []
    }
  }()

  /// Whether a line is what was expected; `…` stands for any text.
  public static func matches(_ line: String, _ expected: String, epoch: String, uid: UInt32 = 1000)
    -> Bool
  {
    let pieces = expected.replacingOccurrences(of: "$EPOCH", with: epoch)
      .replacingOccurrences(of: "$UID", with: String(uid)).components(
        separatedBy: "…")
    guard pieces.count > 1 else { return line == pieces[0] }
    guard line.hasPrefix(pieces[0]) else { return false }
    var rest = line.dropFirst(pieces[0].count)
    for piece in pieces.dropFirst().dropLast() {
      guard let found = rest.range(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(pieces[pieces.count - 1])
  }
}

extension [(name: String, bytes: [UInt8])] {
  func compactMapFile() throws -> [Transcript] {
    try filter { $0.name.hasSuffix(".transcript") }.map {
      try Transcript(name: $0.name, text: String(decoding: $0.bytes, as: UTF8.self))
    }
  }
}
