public import JSON

/// What may be the scheme of a link.
public enum SchemeRules {
  /// Whether a scheme in lower case is never a link.
  public static func isDenied(_ scheme: Text) -> Bool { Link.denied.contains(scheme) }

  /// Whether text has the form of a scheme (RFC 3986 §3.1), in any case.
  public static func isScheme(_ text: Text) -> Bool {
    guard let first = text.bytes.first, ASCII.isAlpha(first), text.count <= 64 else { return false }
    return text.bytes.allSatisfy {
      ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: ".")
    }
  }
}
