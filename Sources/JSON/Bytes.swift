/// A growable buffer that owns its memory: for arenas, queues and lines.
///
/// Past its capacity it keeps 64 bytes that may be read, so that JSON in it parses in place.
/// Taking bytes from the front moves none of them.
@safe public struct Bytes: ~Copyable {
  /// How many bytes may be read past the capacity.
  @inlinable static var padding: Int { 64 }

  /// What was allocated; nothing if `allocated` is 0.
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var allocated: Int

  /// The first byte that is held, and how many fit from there.
  @usableFromInline var first: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  @usableFromInline var held: Int

  /// Makes an empty buffer; without a capacity it allocates nothing until bytes come.
  public init(capacity: Int = 0) {
    unsafe base = Bytes.nothing
    allocated = 0
    unsafe first = base
    self.capacity = 0
    held = 0
    if capacity > 0 { reserve(capacity) }
  }

  deinit {
    if allocated > 0 { unsafe base.deallocate() }
  }

  /// A place that is never read nor written.
  private static var nothing: UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(bitPattern: 64).unsafelyUnwrapped
  }

  /// How many bytes are held.
  @inlinable @inline(__always) public var count: Int { held }

  /// Whether no bytes are held.
  @inlinable @inline(__always) public var isEmpty: Bool { held == 0 }

  /// Makes room for `more` bytes.
  @inlinable @inline(__always) public mutating func reserve(_ more: Int) {
    if more > capacity &- held { grow(more) }
  }

  @usableFromInline mutating func grow(_ more: Int) {
    let wanted = held + max(more, 0)
    if allocated - Bytes.padding >= wanted, unsafe first - base >= held {
      unsafe base.copyMemory(from: first, byteCount: held)
      unsafe first = base
      capacity = allocated - Bytes.padding
      return
    }
    let larger = max(wanted, held + held / 2, 64)
    let fresh = UnsafeMutableRawPointer.allocate(
      byteCount: larger + Bytes.padding, alignment: 16)
    unsafe fresh.copyMemory(from: first, byteCount: held)
    if allocated > 0 { unsafe base.deallocate() }
    unsafe base = fresh
    allocated = larger + Bytes.padding
    unsafe first = fresh
    capacity = larger
  }

  /// Forgets all bytes and keeps the memory.
  @inlinable @inline(__always) public mutating func removeAll() {
    held = 0
    if allocated > 0 {
      unsafe first = base
      capacity = allocated &- Bytes.padding
    }
  }

  /// Forgets all bytes and gives the memory back.
  public mutating func removeAllAndRelease() {
    if allocated > 0 { unsafe base.deallocate() }
    unsafe base = Bytes.nothing
    allocated = 0
    unsafe first = base
    capacity = 0
    held = 0
  }

  /// Forgets the first bytes, at most all.
  public mutating func removeFirst(_ count: Int) {
    guard count < held else { return removeAll() }
    let taken = max(count, 0)
    unsafe first += taken
    held -= taken
    capacity -= taken
  }

  /// Forgets what lies beyond `count` bytes.
  public mutating func truncate(to count: Int) { held = min(held, max(count, 0)) }

  /// The byte at `index`.
  ///
  /// - Precondition: `index` is within the buffer.
  @inlinable public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < held, "beyond the end of the buffer")
    return unsafe first.load(fromByteOffset: index, as: UInt8.self)
  }
}

/// The buffer has one owner and moves with it.
extension Bytes: @unchecked Sendable {}
