/// The common case: an input that is its own serialization.
///
/// A link that a program wrote has nothing to lower, encode, decode or remove. One look at each byte
/// finds that out, and the bytes are copied as they are; whatever is the least bit different goes the
/// standard's way.
extension URLParser {
  /// Parses `http` and `https` URLs, and those of schemes that are not special, with a host of letters,
  /// digits, `-`, `.` and `_`, no credentials and no port, and a path without `.` and `..`.
  ///
  /// - Returns: Whether the input is such; if not, nothing has changed.
  mutating func parsePlain(_ input: Span<UInt8>) -> Bool {
    guard let plain = PlainURL(input) else { return false }
    url.bytes = unsafe input.withUnsafeBufferPointer { unsafe Array($0) }
    (url.schemeEnd, url.special, url.hasHost) = (plain.schemeEnd, plain.special, true)
    (url.usernameEnd, url.hostStart) = (plain.hostStart, plain.hostStart)
    url.hostEnd = plain.hostEnd
    (url.pathStart, url.pathEnd, url.queryEnd) = (plain.hostEnd, plain.pathEnd, plain.queryEnd)
    return true
  }
}
