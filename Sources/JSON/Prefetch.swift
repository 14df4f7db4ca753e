internal import CSimdJSON

/// Hints to the processor to fetch memory that will be needed.
///
/// A line of 64 bytes that is in no cache takes as long as a thousand instructions. What is fetched while something
/// else is done is there when it is asked for. A hint reads nothing, counts no reference and changes no result.
public enum Prefetch {
  /// Has an object of a list fetched, or its first bytes.
  ///
  /// - Precondition: The list has so many objects.
  @inlinable @inline(__always)
  public static func object<Object: AnyObject>(at index: Int, of list: [Object], bytes: Int) {
    let address = unsafe list.withUnsafeBytes {
      unsafe $0.load(fromByteOffset: index &* MemoryLayout<UInt>.stride, as: UInt.self)
    }
    memory(at: address, bytes)
  }

  /// Has the first elements of an array fetched, with the 32 bytes before them that hold its count.
  @inlinable @inline(__always)
  public static func array<Element>(_ array: borrowing [Element], bytes: Int) {
    memory(at: unsafe unsafeBitCast(copy array, to: UInt.self), bytes &+ 32)
  }

  @usableFromInline static func memory(at address: UInt, _ bytes: Int) {
    var line = address & ~63
    let end = address &+ UInt(max(0, bytes))
    while line < end {
      unsafe csimdjson_prefetch(UnsafeRawPointer(bitPattern: line))
      line &+= 64
    }
  }
}

extension Bytes {
  /// Has the memory fetched that the next bytes will be appended to.
  @inlinable public func prefetchEnd(bytes: Int) {
    unsafe Prefetch.memory(at: UInt(bitPattern: first + held), min(bytes, capacity &- held))
  }
}
