/// A short list that is kept in place, and on the heap only beyond eight elements.
///
/// What a link's way through the index needs lives here, so that matching allocates nothing.
struct Few<Element: BitwiseCopyable>: ~Copyable {
  private var inPlace: InlineArray<8, Element>
  private var beyond: [Element] = []
  private(set) var count: Int

  /// Makes a list of so many equal elements.
  init(repeating element: Element, count: Int = 0) {
    inPlace = InlineArray(repeating: element)
    self.count = count
    if count > 8 { beyond = Array(repeating: element, count: count - 8) }
  }

  subscript(index: Int) -> Element {
    @inline(__always) get { index < 8 ? inPlace[index] : beyond[index &- 8] }
    @inline(__always) set {
      if index < 8 { inPlace[index] = newValue } else { beyond[index &- 8] = newValue }
    }
  }

  mutating func append(_ element: Element) {
    if count < 8 {
      inPlace[count] = element
    } else {
      beyond.append(element)
    }
    count &+= 1
  }

  /// Forgets all but the first elements.
  mutating func truncate(to count: Int) {
    if self.count > 8 { beyond.removeLast(self.count &- max(count, 8)) }
    self.count = count
  }
}
