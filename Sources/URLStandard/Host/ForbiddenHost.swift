/// The forbidden code points of hosts (URL Standard, section 3.1).
enum ForbiddenHost {
  private static let hostLow: UInt64 =
    1 << 0x00 | 1 << 0x09 | 1 << 0x0A | 1 << 0x0D | 1 << 0x20 | 1 << 0x23 | 1 << 0x2F | 1 << 0x3A
    | 1 << 0x3C | 1 << 0x3E | 1 << 0x3F
  private static let hostHigh: UInt64 =
    1 << 0x00 | 1 << 0x1B | 1 << 0x1C | 1 << 0x1D | 1 << 0x1E | 1 << 0x3C

  /// Whether a host must not contain `byte`: NUL, tab, newlines, space, `#/:<>?@[\]^|`.
  @inline(__always) static func isInHost(_ byte: UInt8) -> Bool {
    byte < 0x80 && ((byte < 64 ? hostLow : hostHigh) >> UInt64(byte & 63)) & 1 != 0
  }

  /// Whether a domain must not contain `byte`: the same, the controls, `%` and DEL.
  @inline(__always) static func isInDomain(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x25 || byte == 0x7F || isInHost(byte)
  }
}
