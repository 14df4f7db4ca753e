/// UTF-8 text that compares and hashes as bytes.
///
/// Unlike `String` it never treats different byte sequences as equal, and it may hold any bytes.
public struct Text: Hashable, Sendable {
  /// The bytes, usually UTF-8.
  public var bytes: [UInt8]

  /// Makes a text of these bytes.
  @inlinable public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Makes a text of a string's UTF-8.
  @inlinable public init(_ string: String) { bytes = Array(string.utf8) }

  /// Makes an empty text.
  @inlinable public init() { bytes = [] }

  /// Makes a text by copying a span.
  @inlinable public init(copying span: Span<UInt8>) {
    bytes = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// The text as a string, with U+FFFD in place of bytes that are not UTF-8.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether there are no bytes.
  @inlinable public var isEmpty: Bool { bytes.isEmpty }

  /// How many bytes there are.
  @inlinable public var count: Int { bytes.count }

  /// A hash of the bytes that is the same for ``Name/hash`` and in every run.
  ///
  /// It does not resist chosen collisions: use it to find what a manifest declares, never to
  /// keep what clients send.
  @inlinable public var hash: UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe RawBytes.hash($0) }
  }

  /// Whether the bytes are those of `literal`.
  @inlinable @inline(__always) public func `is`(_ literal: StaticString) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe RawBytes.equal($0, literal) }
  }
}

extension Text {
  /// Hashes the bytes at once; arrays hash theirs one by one.
  @inlinable public func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension Text: Comparable {
  /// Orders texts by their bytes.
  public static func < (left: Text, right: Text) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension Text: ExpressibleByStringLiteral {
  /// Makes a text of a literal's UTF-8.
  @inlinable public init(stringLiteral value: String) { self.init(value) }
}

extension Text: CustomStringConvertible {
  /// The text as a string, repaired.
  public var description: String { string }
}
