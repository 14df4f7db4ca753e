internal import JSON

/// The place of every value and member name of a JSON text, found in one pass.
///
/// ``SourcePlace`` reads the whole text for each question; a manifest asks for every link and rule.
struct PlaceIndex {
  private struct Entry {
    var name: Place?
    var value: Place
    var members: [Text: Int] = [:]
    var elements: [Int] = []
  }

  private let bytes: [UInt8]
  private var entries: [Entry] = []
  private var position = 0
  private var here = Place(line: 1, column: 1)

  /// Indexes a text that ``Document`` has taken.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    _ = value(name: nil)
  }

  /// The place of the value at a pointer, or of its name; the text's begin where there is none.
  func place(_ pointer: JSONPointer, name: Bool) -> Place {
    var entry = 0
    for token in pointer.tokens {
      guard entries.indices.contains(entry) else { break }
      let owner = entries[entry]
      if let member = owner.members[token] {
        entry = member
      } else if let index = Int(token.string), owner.elements.indices.contains(index) {
        entry = owner.elements[index]
      } else {
        return Place(line: 1, column: 1)
      }
    }
    guard entries.indices.contains(entry) else { return Place(line: 1, column: 1) }
    return name ? entries[entry].name ?? entries[entry].value : entries[entry].value
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

  private mutating func value(name: Place?) -> Int {
    skipSpace()
    let index = entries.count
    entries.append(Entry(name: name, value: here))
    switch byte {
    case UInt8(ascii: "{"):
      step()
      skipSpace()
      while byte == UInt8(ascii: "\"") {
        let label = here
        let text = string()
        skipSpace()
        step()
        let member = value(name: label)
        entries[index].members[text] = member
        nextItem()
      }
      step()
    case UInt8(ascii: "["):
      step()
      skipSpace()
      while let byte, byte != UInt8(ascii: "]") {
        let element = value(name: nil)
        entries[index].elements.append(element)
        nextItem()
      }
      step()
    case UInt8(ascii: "\""):
      _ = string()
    default:
      let ends = Array(",]} \t\r\n".utf8)
      while let byte, !ends.contains(byte) { step() }
    }
    return index
  }

  private mutating func nextItem() {
    skipSpace()
    if byte == UInt8(ascii: ",") {
      step()
      skipSpace()
    }
  }

  /// Passes a string and gives its text.
  private mutating func string() -> Text {
    let start = position
    var isEscaped = false
    step()
    while let byte, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        step()
      }
      step()
    }
    let inner = Text(Array(bytes[min(start &+ 1, position)..<position]))
    step()
    guard isEscaped else { return inner }
    var document = Document()
    do throws(JSONError) {
      try document.parse(Array(bytes[start..<position]))
    } catch {
      return inner
    }
    return document.text(document.root) ?? inner
  }
}
