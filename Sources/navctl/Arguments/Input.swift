import JSON
import NavClient
import UnixIO

/// What a payload argument stands for.
enum Input {
  /// The most bytes of an input: what fits a request line.
  static let limit = 64 * 1024

  /// The bytes of an argument: its text, standard input for `-`, a file for `@file`.
  ///
  /// After `--` an argument is always its text: what a bridge passes on from outside must not be
  /// able to name a file.
  static func bytes(_ argument: Invocation.Argument) throws(Failure) -> [UInt8] {
    if argument.isLiteral { return Array(argument.text.utf8) }
    if argument.text == "-" {
      if Descriptor.isTerminal(0) {
        throw .usage("'-' reads standard input, and that is a terminal")
      }
      do throws(Errno) {
        return try Files.readAll(0, limit: limit)
      } catch {
        throw .usage("standard input: \(reason(error))")
      }
    }
    if argument.text.hasPrefix("@") {
      let path = String(argument.text.dropFirst())
      do throws(Errno) {
        return try Files.read(path, limit: limit)
      } catch {
        throw .usage("\(Shown.safe(path)): \(reason(error))")
      }
    }
    return Array(argument.text.utf8)
  }

  /// The bytes as one JSON value on one line, all digits and escapes as they were.
  ///
  /// - Throws: usage, with line and column, where it is not JSON.
  static func json(_ bytes: [UInt8]) throws(Failure) -> Text {
    var document = Document()
    do throws(JSONError) {
      try document.parse(bytes)
    } catch {
      throw .usage("not JSON: \(error.message) at \(place(of: error.offset, in: bytes))")
    }
    // A newline can only stand between tokens there; in a string it would have been refused.
    return Text(bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
  }

  private static func reason(_ error: Errno) -> String {
    error == .tooLarge ? "more than \(limit) bytes" : "\(error)"
  }

  private static func place(of offset: Int, in bytes: [UInt8]) -> String {
    let before = bytes.prefix(max(offset, 0))
    let lines = before.split(separator: 0x0A, omittingEmptySubsequences: false)
    return "\(lines.count):\((lines.last?.count ?? 0) + 1)"
  }
}

extension Input {
  /// A payload or a link.
  enum Request {
    /// A JSON object.
    case payload(Text)
    /// A URL.
    case link(Text)
  }

  /// An object is a payload; a JSON string, and any other text, is a link.
  static func request(_ argument: Invocation.Argument, isLink: Bool) throws(Failure) -> Request {
    var bytes = try Input.bytes(argument)
    let first = bytes.first { $0 > 0x20 }
    if !isLink, first == UInt8(ascii: "{") { return .payload(try json(bytes)) }
    if !isLink, first == UInt8(ascii: "\"") {
      var document = Document()
      let text = try json(bytes)
      do throws(JSONError) {
        try document.parse(text.bytes)
      } catch {
        throw .usage("not JSON: \(error.message)")
      }
      return .link(document.text(document.root) ?? Text())
    }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    if bytes.isEmpty { throw .usage("there is no payload") }
    return .link(Text(bytes))
  }
}
