/// A parsed URL: its serialization, and where each component lies in it.
///
/// URL Standard, section 4.1. Two records are equal when their serializations are the same bytes.
/// A serialization is ASCII always.
public struct URLRecord: Sendable {
  /// The serialization (`href`).
  public internal(set) var bytes: [UInt8]

  /// Where the `:` after the scheme is.
  var schemeEnd = 0
  /// Where the username ends; it starts three bytes after ``schemeEnd``.
  var usernameEnd = 0
  /// Where the host starts, after the `@` if there is one.
  var hostStart = 0
  /// Where the host ends.
  var hostEnd = 0
  /// Where the path starts, after the port, or after the `/.` that keeps `//` from being a host.
  var pathStart = 0
  /// Where the path ends: at the `?`, at the `#`, or at the end.
  var pathEnd = 0
  /// Where the query ends: at the `#` or at the end.
  var queryEnd = 0
  /// Whether there is a host, which may be empty.
  public internal(set) var hasHost = false
  /// Whether the path is opaque, as in `mailto:a@b`, and not a list of segments.
  public internal(set) var hasOpaquePath = false
  /// The port; nil where it is absent or the scheme's default.
  public internal(set) var portNumber: UInt16?
  /// Which of the special schemes it has, if any.
  var special = SpecialScheme.none

  init() { bytes = [] }

  /// The serialization as text.
  public var href: String { String(decoding: bytes, as: UTF8.self) }

  /// The end of scheme, credentials, host and port.
  var authorityEnd: Int { hasHost ? pathStart : schemeEnd &+ 1 }
}

extension URLRecord: Hashable {
  /// Compares serializations as bytes.
  public static func == (left: URLRecord, right: URLRecord) -> Bool { left.bytes == right.bytes }

  /// Hashes the serialization.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension URLRecord: CustomStringConvertible {
  /// The serialization as text.
  public var description: String { href }
}
