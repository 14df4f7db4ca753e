/// What is due when: a heap of times, each of a session, the earliest first.
///
/// A session's timer is not taken out when it moves; whoever pops one asks the session whether it still holds.
struct Timers {
  private var heap: [(boot: Int64, slot: Int32)] = []

  /// The earliest time, in milliseconds of boot time.
  var first: Int64? { heap.first?.boot }

  mutating func add(_ boot: Int64, _ slot: Int32) {
    heap.append((boot, slot))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].boot < heap[parent].boot else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes out the earliest, if it is due.
  mutating func pop(due boot: Int64) -> (boot: Int64, slot: Int32)? {
    guard let first = heap.first, first.boot <= boot, let last = heap.popLast() else { return nil }
    if heap.isEmpty { return first }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].boot < heap[least].boot {
        least = child
      }
      if least == parent { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
