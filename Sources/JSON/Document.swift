internal import CSimdJSON

/// A parsed JSON text, read in place from simdjson's tape.
///
/// No tree is built and no value is copied until asked for. Parsing again keeps the memory.
@safe public struct Document: ~Copyable {
  /// The types of values, with numbers told apart by what holds them exactly.
  public enum Kind: Sendable {
    /// `null`.
    case null

    /// `true` or `false`.
    case bool

    /// A number without fraction or exponent that fits `Int64`.
    case integer

    /// A number without fraction or exponent that only `UInt64` holds.
    case unsigned

    /// A number with a fraction or an exponent.
    case double

    /// A string.
    case string

    /// An array.
    case array

    /// An object.
    case object
  }

  @usableFromInline var tape: UnsafePointer<UInt64>
  @usableFromInline var words: Int
  @usableFromInline var strings: UnsafeRawPointer
  @usableFromInline var stringBytes: Int
  private var parser: OpaquePointer?

  /// Makes a document that holds `null`.
  public init() {
    let nothing = unsafe csimdjson_nothing()
    unsafe tape = nothing.tape
    words = unsafe nothing.words
    unsafe strings = UnsafeRawPointer(nothing.strings)
    stringBytes = 0
    unsafe parser = nil
  }

  deinit { unsafe csimdjson_destroy(parser) }

  /// Runs the parser; the document is `null` after an error.
  ///
  /// - Returns: 0, or simdjson's error code.
  mutating func read(
    _ text: UnsafeBufferPointer<UInt8>, maximumDepth: Int, padded: Bool
  ) -> Int32 {
    if unsafe parser == nil { unsafe parser = csimdjson_create() }
    guard let parser = unsafe parser, let base = text.baseAddress else {
      forget()
      return -1
    }
    let result = unsafe csimdjson_parse(parser, base, text.count, maximumDepth, padded)
    unsafe tape = result.tape
    words = unsafe result.words
    unsafe strings = UnsafeRawPointer(result.strings)
    stringBytes = unsafe result.string_bytes
    return unsafe result.error
  }

  /// Makes the document `null`; memory is kept.
  mutating func forget() {
    let nothing = unsafe csimdjson_nothing()
    unsafe tape = nothing.tape
    words = unsafe nothing.words
    unsafe strings = UnsafeRawPointer(nothing.strings)
    stringBytes = 0
  }

  /// The outermost value.
  @inlinable @inline(__always) public var root: Node { Node(index: 1) }

  /// One word of the tape; a node of another document traps here at worst.
  @inlinable @inline(__always) func word(_ index: Int) -> UInt64 {
    precondition(
      UInt(bitPattern: index) < UInt(bitPattern: words), "a node of another document")
    return unsafe tape[index]
  }

  /// Where the value after the one at `index` begins.
  @inlinable @inline(__always) func next(after index: Int, _ word: UInt64) -> Int {
    switch Tag.of(word) {
    case Tag.object, Tag.array: Int(truncatingIfNeeded: word & 0xffff_ffff)
    case Tag.integer, Tag.unsigned, Tag.double: index &+ 2
    default: index &+ 1
    }
  }

  /// The bytes of a string whose tape word is `word`.
  @inlinable @inline(__always) func string(_ word: UInt64) -> UnsafeRawBufferPointer {
    let offset = Tag.payload(of: word)
    precondition(offset &+ 4 <= stringBytes, "a node of another document")
    let count = Int(unsafe strings.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    precondition(offset &+ 4 &+ count <= stringBytes, "a node of another document")
    return unsafe UnsafeRawBufferPointer(start: strings + offset + 4, count: count)
  }
}

/// The document has one owner and moves with it; its parser belongs to no thread.
extension Document: @unchecked Sendable {}

/// The letters that simdjson's tape gives to values, in the top byte of a word.
@usableFromInline enum Tag {
  @usableFromInline static var object: UInt8 { @inlinable @inline(__always) get { 0x7b } }
  @usableFromInline static var array: UInt8 { @inlinable @inline(__always) get { 0x5b } }
  @usableFromInline static var string: UInt8 { @inlinable @inline(__always) get { 0x22 } }
  @usableFromInline static var integer: UInt8 { @inlinable @inline(__always) get { 0x6c } }
  @usableFromInline static var unsigned: UInt8 { @inlinable @inline(__always) get { 0x75 } }
  @usableFromInline static var double: UInt8 { @inlinable @inline(__always) get { 0x64 } }
  @usableFromInline static var yes: UInt8 { @inlinable @inline(__always) get { 0x74 } }
  @usableFromInline static var no: UInt8 { @inlinable @inline(__always) get { 0x66 } }

  @inlinable @inline(__always) static func of(_ word: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: word &>> 56)
  }

  /// Whether a word begins an array or an object.
  @inline(__always) static func isContainer(_ word: UInt64) -> Bool {
    of(word) & ~0x20 == Tag.array
  }

  /// What a word holds besides its letter.
  @inlinable @inline(__always) static func payload(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: word & 0x00ff_ffff_ffff_ffff)
  }
}
