import JSON

/// Where an object stands in a payload: a JSON Pointer that costs nothing until it is asked for.
struct PayloadPlace: Sendable {
  /// The pointer; where `named` is there, that is it.
  var literal: StaticString = ""
  /// A pointer among the texts of the draft.
  var named = Delivery.Piece()

  init(_ literal: StaticString) { self.literal = literal }
  init(named: Delivery.Piece) { self.named = named }

  var isPayload: Bool { literal.utf8CodeUnitCount == 0 && !named.isPresent }

  /// The pointer, or that of a member there.
  func below(_ name: StaticString? = nil, in draft: borrowing PayloadDraft) -> Text {
    let place = named.isPresent ? draft.text(named) : Text(literal)
    return name.map { place.below($0) } ?? place
  }
}

extension PayloadPlace: ExpressibleByStringLiteral {
  init(stringLiteral literal: StaticString) { self.init(literal) }
}

extension Text {
  /// The JSON Pointer of a member below this one; the name needs no escapes.
  func below(_ name: StaticString) -> Text { Text(bytes + [UInt8(ascii: "/")] + Text(name).bytes) }

  /// The JSON Pointer of a member below this one, with the name's escapes.
  func below(named name: Text) -> Text {
    var pointer = bytes + [UInt8(ascii: "/")]
    for byte in name.bytes {
      switch byte {
      case UInt8(ascii: "~"): pointer += [byte, UInt8(ascii: "0")]
      case UInt8(ascii: "/"): pointer += [UInt8(ascii: "~"), UInt8(ascii: "1")]
      default: pointer.append(byte)
      }
    }
    return Text(pointer)
  }

  /// The JSON Pointer of an element below this one.
  func below(_ index: Int) -> Text { Text(bytes + Array("/\(index)".utf8)) }

  /// A copy of a literal.
  init(_ name: StaticString) {
    self.init(name.withUTF8Buffer { unsafe Array($0) })
  }
}
