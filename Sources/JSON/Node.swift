/// A value within a ``Document``.
///
/// It is only an index: use it with the document it came from, and until that parses again.
public struct Node: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline let index: Int

  @inlinable @inline(__always) init(index: Int) { self.index = index }

  /// Makes a node of its ``rawValue``; 0 is no value of any document.
  @inlinable @inline(__always) public init(rawValue: UInt32) { index = Int(rawValue) }

  /// The node as a number, for tables of nodes.
  @inlinable @inline(__always) public var rawValue: UInt32 { UInt32(truncatingIfNeeded: index) }
}
