import JSON

/// A normal form that is being made; it keeps its memory for the next one.
struct PayloadDraft: ~Copyable {
  /// What it has so far.
  var form = Delivery.Outline(.generic)
  /// The texts, one record after the other.
  var out = Bytes()
  /// The last normal form, whose memory is used again where nobody else holds it.
  private var last: Delivery?
  /// The documents inside the payload's own, and the one that is being read; nil: the payload's own.
  var inside: InnerDocument?
  var current: InnerDocument?
  /// One bit of the hash of each field's name.
  private var signature: UInt64 = 0
  /// How many payloads stand around the one that is being read.
  var depth = 0

  /// How many bytes there is room for at first, and how many are kept from one to the next.
  private static let usualBytes = 960
  private static let keptBytes = 16_384

  /// Gives back memory that only a long payload needed.
  mutating func trim() {
    if out.count > PayloadDraft.keptBytes { out.removeAllAndRelease() }
    if inside?.isLarge == true { inside = nil }
  }

  /// Forgets all but the memory.
  mutating func begin() {
    out.removeAll()
    out.reserve(PayloadDraft.usualBytes)
    current = nil
    depth = 0
    signature = 0
    inside?.forget()
  }

  /// The normal form, in the memory of the last one where nobody else holds that.
  mutating func finish() -> Delivery {
    let isFree = isKnownUniquelyReferenced(&last)
    let isLong = out.count > PayloadDraft.keptBytes
    let before = last.take()
    let delivery = isFree ? before ?? Delivery() : Delivery()
    delivery.fill(form, &out)
    if !isLong { last = delivery }
    return delivery
  }

  /// Whether it is the payload's own document that is being read.
  var isOutermost: Bool { current == nil }

  // MARK: Texts

  /// Keeps a text.
  mutating func keep(_ text: Span<UInt8>) -> Delivery.Piece {
    guard !text.isEmpty else { return Delivery.Piece() }
    out.append(word: PayloadRecord.word(.text, text.count))
    let start = out.count
    out.append(text)
    return piece(from: start)
  }

  /// Keeps the string that a value is.
  mutating func keep(_ json: borrowing Document, _ value: Node?) -> Delivery.Piece {
    guard let value else { return Delivery.Piece() }
    return json.withText(value) { keep($0) } ?? Delivery.Piece()
  }

  /// Keeps the string that a value is, or the digits of an integer.
  mutating func keep(identifier value: Node?, of json: borrowing Document) -> Delivery.Piece {
    guard let value else { return Delivery.Piece() }
    switch json.kind(value) {
    case .string: return keep(json, value)
    case .integer, .unsigned: return keep { json.write(value, into: &$0) }
    default: return Delivery.Piece()
    }
  }

  /// Keeps what `write` writes.
  mutating func keep(_ write: (inout Bytes) -> Void) -> Delivery.Piece {
    let record = out.count
    out.append(word: 0)
    let start = out.count
    write(&out)
    let piece = piece(from: start)
    out.replace(word: PayloadRecord.word(.text, Int(piece.count)), at: record)
    return piece
  }

  private func piece(from start: Int) -> Delivery.Piece {
    Delivery.Piece(start: UInt32(clamping: start), count: UInt32(clamping: out.count &- start))
  }

  /// A copy of a text that was kept.
  func text(_ piece: Delivery.Piece) -> Text { out.text(piece.range) }

  // MARK: Links

  /// Takes a link, where there is none yet; false where the value is none.
  @discardableResult
  mutating func link(
    _ json: borrowing Document, _ value: Node?, at place: PayloadPlace, _ name: StaticString? = nil
  ) -> Bool {
    let link = keep(json, value)
    guard link.isPresent else { return false }
    form.link = link
    form.linkAt = keep(place, name)
    return true
  }

  /// Keeps the JSON Pointer of a place, or of a member there.
  mutating func keep(_ place: PayloadPlace, _ name: StaticString? = nil) -> Delivery.Piece {
    if place.named.isPresent {
      return keep(place.below(name, in: self).bytes.span)
    }
    return keep { out in
      out.append(place.literal)
      guard let name else { return }
      out.append(byte: UInt8(ascii: "/"))
      out.append(name)
    }
  }

  /// Keeps a pointer that goes on from a literal one.
  mutating func keep(_ place: StaticString, before pointer: Delivery.Piece) -> Delivery.Piece {
    keep { out in
      out.append(place)
      out.append(copying: pointer.range)
    }
  }

  /// Keeps the JSON Pointer of a member of the outermost object.
  mutating func keep(pointerTo member: Node, in json: borrowing Document) -> Delivery.Piece {
    keep { out in
      out.append(byte: UInt8(ascii: "/"))
      json.withName(ofMember: member) { name in
        for index in name.indices {
          switch name[index] {
          case UInt8(ascii: "~"): out.append("~0")
          case UInt8(ascii: "/"): out.append("~1")
          default: out.append(byte: name[index])
          }
        }
      }
    }
  }

  // MARK: Buttons, calls, fields

  /// Adds a button; its title is its id where it has none.
  mutating func button(
    id: Node, title: Node?, link: Node? = nil, of json: borrowing Document
  ) {
    let record = out.count
    out.append(word: 0)
    let start = out.count
    append(identifier: id, of: json)
    let middle = out.count
    if let title {
      append(identifier: title, of: json)
    } else {
      out.append(copying: start..<middle)
    }
    out.replace(
      word: PayloadRecord.word(.button, middle &- start, out.count &- middle), at: record)
    form.buttons &+= 1
    if let link { self.link(ofButton: link, of: json) }
  }

  /// Gives the button that was added last its link.
  mutating func link(ofButton link: Node, of json: borrowing Document) {
    json.withText(link) { text in
      guard !text.isEmpty else { return }
      out.append(word: PayloadRecord.word(.buttonLink, text.count))
      out.append(text)
    }
  }

  private mutating func append(identifier value: Node, of json: borrowing Document) {
    if json.withText(value, { out.append($0) }) == nil { json.write(value, into: &out) }
  }

  /// Adds a method to call; what is no text is kept as its JSON, so that it is refused and reported.
  mutating func call(_ json: borrowing Document, _ value: Node) {
    if json.withText(value, { call($0) }) == nil {
      let text = json.encoded(value)
      call(text.bytes.span)
    }
  }

  /// Adds a method to call.
  mutating func call(_ name: Span<UInt8>) {
    out.append(word: PayloadRecord.word(.call, name.count))
    out.append(name)
    form.calls &+= 1
  }

  /// Adds a field.
  mutating func field(
    _ name: borrowing Name, _ json: borrowing Document, _ value: Node, isUsed: Bool = false
  ) {
    let record = out.count
    out.append(word: 0)
    name.withSpan { out.append($0) }
    let middle = out.count
    json.write(value, into: &out)
    let kind: PayloadRecord.Kind = isUsed ? .usedField : .field
    out.replace(
      word: PayloadRecord.word(kind, middle &- record &- 8, out.count &- middle), at: record)
    if form.fields == 0 { form.fieldsStart = record }
    form.fields &+= 1
    signature |= PayloadDraft.bit(name)
    if isUsed { form.usedFields &+= 1 }
  }

  /// A bit for a name, by its ends and its length.
  private static func bit(_ name: borrowing Name) -> UInt64 {
    name.withSpan { name in
      guard name.count > 0 else { return 1 }
      let mix = Int(name[0]) &* 7 &+ Int(name[name.count - 1]) &* 31 &+ name.count &* 11
      return 1 &<< UInt64(truncatingIfNeeded: mix & 63)
    }
  }

  /// Whether there is a field of a name among the first bytes of the texts.
  func hasField(_ name: borrowing Name, before end: Int) -> Bool {
    guard signature & PayloadDraft.bit(name) != 0 else { return false }
    return name.withSpan { name in
      var found = false
      out.withSpan { texts in
        texts.records(until: end) { record, texts in
          guard record.kind == .field || record.kind == .usedField else { return true }
          found = texts.extracting(record.first).isEqual(to: name)
          return !found
        }
      }
      return found
    }
  }

  /// Marks the field of a member's name as one that did something else already.
  mutating func use(_ member: Node, of json: borrowing Document) {
    json.withName(ofMember: member) { use($0) }
  }

  private mutating func use(_ name: Span<UInt8>) {
    var found: (start: Int, word: UInt64)?
    out.withSpan { texts in
      texts.records { record, texts in
        guard record.kind == .field, texts.extracting(record.first).isEqual(to: name)
        else { return true }
        found = (
          record.start, PayloadRecord.word(.usedField, record.first.count, record.second.count)
        )
        return false
      }
    }
    guard let found else { return }
    out.replace(word: found.word, at: found.start)
    form.usedFields &+= 1
  }
}
