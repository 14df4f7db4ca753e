/// UTF-8 text that compares and hashes as bytes.
///
/// Unlike `String` it never treats different byte sequences as equal, and it may hold any bytes. Up to
/// ``inlineCapacity`` bytes are held in the value itself: names, keys and ids cost neither memory nor a
/// reference count.
@frozen public struct Text: Sendable {
  /// How many bytes need no memory of their own.
  @inlinable public static var inlineCapacity: Int { 14 }

  /// A text has one form: what fits is short.
  @frozen @usableFromInline enum Storage: Sendable {
    case short(ShortText)
    case long([UInt8])
  }

  @usableFromInline var storage: Storage

  /// Makes a text of these bytes.
  @inlinable public init(_ bytes: [UInt8]) {
    if bytes.count <= Text.inlineCapacity {
      storage = unsafe bytes.withUnsafeBytes { unsafe .short(ShortText($0)) }
    } else {
      storage = .long(bytes)
    }
  }

  /// Makes a text of a string's UTF-8.
  @inlinable public init(_ string: String) {
    var string = string
    self = string.withUTF8 { unsafe Text(copying: UnsafeRawBufferPointer($0)) }
  }

  /// Makes the decimal digits of a number.
  public init(_ number: Int64) {
    var digits: InlineArray<20, UInt8> = InlineArray(repeating: 0)
    var at = 20
    var rest = number.magnitude
    repeat {
      at &-= 1
      digits[at] = UInt8(truncatingIfNeeded: 0x30 &+ rest % 10)
      rest /= 10
    } while rest > 0
    if number < 0 {
      at &-= 1
      digits[at] = 0x2D
    }
    self.init(copying: digits.span.extracting(at...))
  }

  /// Makes an empty text.
  @inlinable public init() { storage = .short(ShortText()) }

  /// Makes a text by copying a span.
  @inlinable public init(copying span: Span<UInt8>) {
    self = unsafe span.withUnsafeBytes { unsafe Text(copying: $0) }
  }

  /// Makes a text by copying memory.
  @inlinable init(copying bytes: UnsafeRawBufferPointer) {
    storage =
      bytes.count <= Text.inlineCapacity
      ? unsafe .short(ShortText(bytes)) : unsafe .long(Array(bytes))
  }

  /// The bytes, usually UTF-8, as an array: a copy where the text is short.
  @inlinable public var bytes: [UInt8] {
    switch storage {
    case .short: unsafe withUnsafeBytes { unsafe Array($0) }
    case .long(let bytes): bytes
    }
  }

  /// Whether there are no bytes.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// How many bytes there are.
  @inlinable public var count: Int {
    switch storage {
    case .short(let text): Int(text.count)
    case .long(let bytes): bytes.count
    }
  }

  /// Shows the bytes to `body`.
  @inlinable @inline(__always)
  public func withSpan<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafeBytes { bytes throws(E) in
      let span = unsafe UnsafeBufferPointer(
        start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
      return try unsafe body(span.span)
    }
  }

  /// Shows the bytes to `body`.
  @inlinable @inline(__always)
  func withUnsafeBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    switch storage {
    case .short(let text):
      return try unsafe Swift.withUnsafeBytes(of: text) { bytes throws(E) in
        try unsafe body(UnsafeRawBufferPointer(rebasing: bytes[..<Int(text.count)]))
      }
    case .long(let bytes):
      return try unsafe bytes.withUnsafeBufferPointer { bytes throws(E) in
        try unsafe body(UnsafeRawBufferPointer(bytes))
      }
    }
  }
}

extension Text {
  /// The text as a string, with U+FFFD in place of bytes that are not UTF-8.
  public var string: String {
    unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// A hash of the bytes that is the same for ``Name/hash`` and in every run.
  ///
  /// It does not resist chosen collisions: use it to find what a manifest declares, never to
  /// keep what clients send.
  @inlinable public var hash: UInt64 { unsafe withUnsafeBytes { unsafe RawBytes.hash($0) } }

  /// Whether the bytes are those of `literal`.
  @inlinable @inline(__always) public func `is`(_ literal: StaticString) -> Bool {
    unsafe withUnsafeBytes { unsafe RawBytes.equal($0, literal) }
  }
}

extension Text: Hashable {
  /// Compares the bytes.
  @inlinable public static func == (left: Text, right: Text) -> Bool {
    switch (left.storage, right.storage) {
    case (.short(let left), .short(let right)): left == right
    case (.long(let left), .long(let right)): left == right
    default: false
    }
  }

  /// Hashes the bytes at once; arrays hash theirs one by one.
  @inlinable public func hash(into hasher: inout Hasher) {
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension Text: Comparable {
  /// Orders texts by their bytes.
  public static func < (left: Text, right: Text) -> Bool {
    unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { unsafe left.lexicographicallyPrecedes($0) }
    }
  }
}

extension Text: ExpressibleByStringLiteral {
  /// Makes a text of a literal's UTF-8.
  @inlinable public init(stringLiteral value: StaticString) {
    self = unsafe Text(
      copying: UnsafeRawBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount))
  }
}

extension Text: CustomStringConvertible {
  /// The text as a string, repaired.
  public var description: String { string }
}
