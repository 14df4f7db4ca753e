extension Document {
  /// Appends a value as canonical JSON: no spaces, members in order, doubles in shortest form.
  public func write(_ node: Node, into out: inout Bytes) {
    let word = word(node.index)
    if Tag.of(word) == Tag.string {
      unsafe out.append(quotedValid: string(word))
    } else {
      write(node, word, into: &out)
    }
  }

  @inline(never)
  private func write(_ node: Node, _ word: UInt64, into out: inout Bytes) {
    switch Tag.of(word) {
    case Tag.object:
      out.append(byte: 0x7b)
      var first = true
      members(node) { name, value in
        if !first { out.append(byte: 0x2c) }
        first = false
        unsafe out.append(quotedValid: name.bytes)
        out.append(byte: 0x3a)
        write(value, into: &out)
      }
      out.append(byte: 0x7d)
    case Tag.array:
      out.append(byte: 0x5b)
      var first = true
      elements(node) { value in
        if !first { out.append(byte: 0x2c) }
        first = false
        write(value, into: &out)
      }
      out.append(byte: 0x5d)
    case Tag.integer: out.append(Int64(bitPattern: self.word(node.index &+ 1)))
    case Tag.unsigned: out.append(self.word(node.index &+ 1))
    case Tag.double: out.append(double: Double(bitPattern: self.word(node.index &+ 1)))
    case Tag.yes: out.append("true")
    case Tag.no: out.append("false")
    default: out.append("null")
    }
  }

  /// A value as canonical JSON.
  public func encoded(_ node: Node) -> Text {
    if let number = integer(node) { return Text(number) }
    var out = Bytes()
    write(node, into: &out)
    return out.text
  }
}
