import JSON

// These change nothing, and are mutating only so that whoever holds a seat in an object lends it without a copy.

extension Seat {
  /// Has the processor fetch the stacks.
  public mutating func prefetchStacks() { Prefetch.array(state.stacks, bytes: 96) }

  /// Has the processor fetch the entries of the selected tab; the stacks should be there.
  ///
  /// - Returns: The index of its stack; nil where there is none.
  public mutating func prefetchEntries() -> Int? {
    guard let index = state.stackIndex(state.tab) else { return nil }
    Prefetch.array(state.stacks[index].entries, bytes: 96)
    return index
  }

  /// Has the processor fetch the params of the entry on top of a stack; the entries should be there.
  public mutating func prefetchParams(_ stack: Int) {
    guard state.stacks.indices.contains(stack) else { return }
    let top = state.stacks[stack].entries.count &- 1
    if top >= 0 { state.stacks[stack].entries[top].params.prefetch() }
  }
}
