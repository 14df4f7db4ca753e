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
      if index < 8 { inPlace[index] = newValue } else { replace(index, newValue) }
    }
  }

  /// Puts an element in place of another for which `isFree` is true; false where that is not so.
  @inline(__always)
  mutating func fill(_ index: Int, _ element: Element, where isFree: (Element) -> Bool) -> Bool {
    guard isFree(index < 8 ? inPlace[index] : beyond[index &- 8]) else { return false }
    self[index] = element
    return true
  }

  /// Kept apart, so that what is in place is written without a look at the rest.
  @inline(never) private mutating func replace(_ index: Int, _ element: Element) {
    beyond[index &- 8] = element
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
