public import JSON

/// Why a request was refused: a kind for programs, and a sentence for people with the place.
public struct Refusal: Error, Equatable, Sendable {
  /// What went wrong; the raw value is the wire's `kind`.
  public enum Kind: String, CaseIterable, Sendable {
    case parse_error, invalid_request, method_not_found, invalid_params, `internal`
    case permission_denied, unsupported_protocol, too_large, quota_exceeded, not_durable, busy
    case line_timeout, backlog_full, session_busy, not_frontend
    case no_such_session, ambiguous_session, no_such_app, ambiguous_app, no_match, bad_link
    case scheme_denied, host_denied, screen_unknown, param_missing, param_invalid, param_unknown
    case payload_unrecognized, dialect_conflict, origin_denied, no_such_tab, no_such_entry
    case no_such_notice, no_such_request, no_such_subscription, stale_rev, expired, cancelled
    case ack_timeout, not_acked
  }

  /// What went wrong.
  public var kind: Kind
  /// What, where, and what would be right.
  public var message: Text
  /// A JSON Pointer into the request, or empty.
  public var at: Text
  /// A byte offset in the link or line, or nil.
  public var offset: Int?
  /// The explanation that was asked for, as an encoded JSON object; nil where none was.
  public var trace: Text?

  /// Makes a refusal.
  public init(_ kind: Kind, _ message: String, at: Text = "", offset: Int? = nil) {
    (self.kind, self.message, self.at, self.offset) = (kind, Text(message), at, offset)
  }
}

/// Untrusted text between ticks, cut to 64 bytes at a character's end.
public func quoted(_ text: Text) -> String {
  let bytes = text.bytes
  var end = min(bytes.count, 64)
  while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
  let cut = String(decoding: bytes[..<end], as: UTF8.self)
  return "'" + cut + (end < bytes.count ? "…'" : "'")
}
