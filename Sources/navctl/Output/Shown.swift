import JSON

/// Text of others, made fit for a terminal.
enum Shown {
  /// The text with everything that could move a cursor or turn the reading direction made visible.
  static func safe(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var out = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        out += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// The text, safe.
  static func safe(_ text: Text) -> String { safe(text.string) }

  /// The text between ticks, cut to 64 characters.
  static func quoted(_ text: String) -> String {
    "'" + safe(String(text.prefix(64))) + (text.count > 64 ? "…'" : "'")
  }

  /// The text with spaces after it, at least one.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
