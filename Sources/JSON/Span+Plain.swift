internal import CSimdJSON

extension Span<UInt8> {
  /// Whether UTF-8 is the same within a JSON string as ``Bytes/append(quoted:)-(Text)`` writes it: without
  /// quotes, backslashes, control characters, U+2028 and U+2029.
  ///
  /// False also for some other text with characters beyond ASCII.
  public var isPlain: Bool {
    unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      let count = bytes.count
      guard count >= 16 else {
        let (low, high) = unsafe Bytes.rest(base, count)
        return csimdjson_plain(low, high, true) >= count
      }
      var at = 0
      while true {
        let (low, high) = unsafe (RawBytes.word(base, at), RawBytes.word(base, at &+ 8))
        if csimdjson_plain(low, high, true) < 16 { return false }
        if at &+ 16 >= count { return true }
        at = min(at &+ 16, count &- 16)
      }
    }
  }
}
