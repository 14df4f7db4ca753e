/// Elements side by side in memory of its own.
///
/// It has one owner and is never copied, so that looking something up counts no references: what a
/// link passes on its way through the router is kept in such tables.
@safe struct Table<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  /// Makes an empty table.
  init(capacity: Int = 8) {
    self.capacity = max(capacity, 1)
    unsafe base = Table.allocate(self.capacity)
  }

  /// Makes a table of equal elements.
  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    unsafe base.initialize(repeating: element, count: count)
    self.count = count
  }

  deinit { unsafe base.deallocate() }

  /// Memory that begins where a cache line does, so that few elements lie across two.
  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    unsafe UnsafeMutableRawPointer.allocate(
      byteCount: capacity * MemoryLayout<Element>.stride, alignment: 64
    ).bindMemory(to: Element.self, capacity: capacity)
  }

  /// - Precondition: `index` is within the table.
  subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "beyond the end of a table")
      return unsafe base[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "beyond the end of a table")
      unsafe base[index] = newValue
    }
  }

  mutating func append(_ element: Element) {
    if count == capacity {
      let larger = unsafe Table.allocate(capacity * 2)
      unsafe larger.initialize(from: base, count: count)
      unsafe base.deallocate()
      unsafe base = unsafe larger
      capacity *= 2
    }
    unsafe (base + count).initialize(to: element)
    count += 1
  }
}

/// The memory has one owner and moves with it.
extension Table: @unchecked Sendable {}
