extension Bytes {
  /// Appends what `body` appends for each item, with commas between.
  @inlinable public mutating func append<Items: Sequence>(
    list items: Items, _ body: (inout Bytes, Items.Element) -> Void
  ) {
    var isFirst = true
    for item in items {
      if !isFirst { append(byte: UInt8(ascii: ",")) }
      isFirst = false
      body(&self, item)
    }
  }
}
