/// A value within a ``Document``.
///
/// It is only an index: use it with the document it came from, and until that parses again.
public struct Node: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline let index: Int

  @inlinable @inline(__always) init(index: Int) { self.index = index }
}
