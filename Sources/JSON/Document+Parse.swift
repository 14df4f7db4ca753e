extension Document {
  /// How deep arrays and objects may be nested when nothing else is said.
  public static var defaultDepth: Int { @inlinable get { 32 } }

  /// Reads one JSON text, refusing whatever is not exactly that.
  ///
  /// - Parameters:
  ///   - text: The text; nothing of it is needed afterwards.
  ///   - maximumDepth: How deep arrays and objects may be nested, 1 to 1024.
  /// - Throws: A ``JSONError`` with its byte offset: for the grammar, a byte order mark, bytes that
  ///   are not UTF-8, a name used twice in an object, depth, and numbers outside int64, uint64 and
  ///   double. The document is `null` then.
  public mutating func parse(
    _ text: Span<UInt8>, maximumDepth: Int = 32
  ) throws(JSONError) {
    let fine = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe accepts(bytes, maximumDepth: maximumDepth, padded: false)
    }
    guard !fine else { return }
    throw refusal(of: Text(copying: text).bytes, maximumDepth: maximumDepth)
  }

  /// Reads one JSON text from an array, as ``parse(_:maximumDepth:)`` does.
  public mutating func parse(
    _ text: [UInt8], maximumDepth: Int = 32
  ) throws(JSONError) {
    let fine = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe accepts(bytes, maximumDepth: maximumDepth, padded: false)
    }
    guard !fine else { return }
    throw refusal(of: text, maximumDepth: maximumDepth)
  }

  /// Reads one JSON text in place from a buffer's bytes, without a copy.
  ///
  /// - Precondition: `range` lies within the buffer.
  public mutating func parse(
    _ buffer: borrowing Bytes, _ range: Range<Int>, maximumDepth: Int = 32
  ) throws(JSONError) {
    let fine = unsafe buffer.withUnsafeBytes { bytes in
      let text = unsafe UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[range])
      return unsafe accepts(text, maximumDepth: maximumDepth, padded: true)
    }
    guard !fine else { return }
    throw refusal(of: buffer.array(range), maximumDepth: maximumDepth)
  }

  private mutating func accepts(
    _ text: UnsafeBufferPointer<UInt8>, maximumDepth: Int, padded: Bool
  ) -> Bool {
    let depth = Document.clamped(maximumDepth)
    guard unsafe read(text, maximumDepth: depth + 1, padded: padded) == 0 else { return false }
    guard isWithinLimits(maximumDepth: depth) else {
      forget()
      return false
    }
    return true
  }

  /// Finds what the fast path refused, and where.
  private func refusal(of text: [UInt8], maximumDepth: Int) -> JSONError {
    var scanner = SourceScanner(text, maximumDepth: Document.clamped(maximumDepth))
    do throws(JSONError) {
      try scanner.check()
    } catch {
      return error
    }
    return JSONError(reason: .tooLarge, offset: 0, message: "the text is too long to be read")
  }

  private static func clamped(_ depth: Int) -> Int { max(1, min(depth, 1024)) }
}
