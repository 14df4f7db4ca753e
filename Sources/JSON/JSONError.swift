/// Why a text is not JSON as this module takes it, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// The kinds of refusal.
  public enum Reason: Equatable, Sendable {
    /// The grammar of RFC 8259 does not allow what stands here.
    case syntax

    /// Bytes that are not UTF-8, or an escape that is half a surrogate pair.
    case notUTF8

    /// The text begins with a byte order mark.
    case byteOrderMark

    /// An object names a member twice, compared after unescaping.
    case duplicateName

    /// Arrays and objects are nested deeper than allowed.
    case tooDeep

    /// An integer outside int64 and uint64, or a number too large for a double.
    case numberRange

    /// The text is too long, or memory is exhausted.
    case tooLarge
  }

  /// What kind of refusal it is.
  public var reason: Reason

  /// Where, in bytes from 0.
  public var offset: Int

  /// What is wrong and what would be right, for people; it quotes nothing of the text.
  public var message: String

  /// Makes an error.
  public init(reason: Reason, offset: Int, message: String) {
    self.reason = reason
    self.offset = offset
    self.message = message
  }
}
