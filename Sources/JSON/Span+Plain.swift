extension Span<UInt8> {
  /// Whether UTF-8 is the same within a JSON string as ``Bytes/append(quoted:)-(Text)`` writes it: without
  /// quotes, backslashes, control characters, U+2028 and U+2029.
  ///
  /// False also for some other text with characters beyond ASCII.
  public var isPlain: Bool {
    unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      var at = 0
      while at &+ 8 <= bytes.count {
        if unsafe Bytes.special(RawBytes.word(base, at).littleEndian, true) != 0 { return false }
        at &+= 8
      }
      guard at < bytes.count else { return true }
      return unsafe Bytes.special(Bytes.rest(base, at, bytes.count).littleEndian, true) == 0
    }
  }
}
