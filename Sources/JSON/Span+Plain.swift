internal import CSimdJSON

extension Span<UInt8> {
  /// Whether UTF-8 is the same within a JSON string as ``Bytes/append(quoted:)-(Text)`` writes it: without
  /// quotes, backslashes, control characters, U+2028 and U+2029.
  ///
  /// False also for some other text with characters beyond ASCII.
  public var isPlain: Bool {
    unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      var at = 0
      while at < bytes.count {
        let left = bytes.count &- at
        let (low, high) =
          unsafe left >= 16
          ? (RawBytes.word(base, at), RawBytes.word(base, at &+ 8)) : Bytes.rest(base + at, left)
        if csimdjson_plain(low, high, true) < min(left, 16) { return false }
        at &+= 16
      }
      return true
    }
  }
}
