internal import JSON

/// The place of every value and member name of a JSON text, found in one pass.
///
/// ``SourcePlace`` reads the whole text for each question; a manifest asks for every link and rule.
struct PlaceIndex {
  private struct Entry {
    var name: Place?
    var value: Place
  }

  private let bytes: [UInt8]
  /// Values with what they contain behind them, as they stand in the text.
  private var entries: [Entry] = []
  /// The nodes of the same values; they only grow.
  private var nodes: [UInt32] = []
  private var position = 0
  private var here = Place(line: 1, column: 1)

  /// Indexes a text and the document that it was parsed to.
  init(_ bytes: [UInt8], _ document: borrowing Document) {
    self.bytes = bytes
    value(name: nil)
    note(document.root, document)
  }

  private mutating func note(_ node: Node, _ document: borrowing Document) {
    nodes.append(node.rawValue)
    switch document.kind(node) {
    case .object: document.members(node) { note($1, document) }
    case .array: document.elements(node) { note($0, document) }
    default: return
    }
  }

  /// The place of a value, or of its name; the text's begin where there is none.
  func place(_ node: Node, name: Bool) -> Place {
    var low = 0
    var high = nodes.count
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle] < node.rawValue { low = middle + 1 } else { high = middle }
    }
    guard low < min(nodes.count, entries.count), nodes[low] == node.rawValue else {
      return Place(line: 1, column: 1)
    }
    return name ? entries[low].name ?? entries[low].value : entries[low].value
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Moves on by a byte; columns count characters (Unicode scalars).
  private mutating func step() {
    guard let byte else { return }
    position &+= 1
    if byte == 0x0A {
      here = Place(line: here.line &+ 1, column: 1)
    } else if position >= bytes.count || bytes[position] & 0xC0 != 0x80 {
      here.column &+= 1
    }
  }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { step() }
  }

  private mutating func value(name: Place?) {
    skipSpace()
    entries.append(Entry(name: name, value: here))
    switch byte {
    case UInt8(ascii: "{"):
      step()
      skipSpace()
      while byte == UInt8(ascii: "\"") {
        let label = here
        string()
        skipSpace()
        step()
        value(name: label)
        nextItem()
      }
      step()
    case UInt8(ascii: "["):
      step()
      skipSpace()
      while let byte, byte != UInt8(ascii: "]") {
        value(name: nil)
        nextItem()
      }
      step()
    case UInt8(ascii: "\""):
      string()
    default:
      let ends = Array(",]} \t\r\n".utf8)
      while let byte, !ends.contains(byte) { step() }
    }
  }

  private mutating func nextItem() {
    skipSpace()
    if byte == UInt8(ascii: ",") {
      step()
      skipSpace()
    }
  }

  /// Passes a string.
  private mutating func string() {
    step()
    while let byte, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { step() }
      step()
    }
    step()
  }
}
