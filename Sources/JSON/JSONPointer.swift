/// A JSON Pointer (RFC 6901): the way to a value within a document.
public struct JSONPointer: Hashable, Sendable {
  /// The reference tokens, unescaped, outermost first; none for the whole document.
  public var tokens: [Text]

  /// Makes a pointer of unescaped tokens.
  public init(tokens: [Text] = []) { self.tokens = tokens }

  /// Reads a pointer such as `/data/0/a~1b`.
  ///
  /// Gives nil if it is not empty and has no leading `/`, or has `~` without `0` or `1` after it.
  public init?(_ text: Text) {
    tokens = []
    guard !text.isEmpty else { return }
    guard text.bytes.first == 0x2f else { return nil }
    var token: [UInt8] = []
    var escaped = false
    for byte in text.bytes.dropFirst() {
      if escaped {
        guard byte == 0x30 || byte == 0x31 else { return nil }
        token.append(byte == 0x30 ? 0x7e : 0x2f)
        escaped = false
      } else if byte == 0x7e {
        escaped = true
      } else if byte == 0x2f {
        tokens.append(Text(token))
        token = []
      } else {
        token.append(byte)
      }
    }
    guard !escaped else { return nil }
    tokens.append(Text(token))
  }

  /// The pointer as RFC 6901 writes it.
  public var text: Text {
    var bytes: [UInt8] = []
    for token in tokens {
      bytes.append(0x2f)
      for byte in token.bytes {
        switch byte {
        case 0x7e: bytes += [0x7e, 0x30]
        case 0x2f: bytes += [0x7e, 0x31]
        default: bytes.append(byte)
        }
      }
    }
    return Text(bytes)
  }

  /// The pointer to the member `name` of what this one points to.
  public func appending(_ name: Text) -> JSONPointer { JSONPointer(tokens: tokens + [name]) }

  /// The pointer to the element at `position` of what this one points to.
  public func appending(_ position: Int) -> JSONPointer {
    JSONPointer(tokens: tokens + [Text(String(position))])
  }

  /// The array index that a token means: digits without a leading zero.
  static func position(_ token: Text) -> Int? {
    guard let first = token.bytes.first, token.count <= 18, first != 0x30 || token.count == 1
    else { return nil }
    var position = 0
    for byte in token.bytes {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      position = position &* 10 &+ Int(byte &- 0x30)
    }
    return position
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer as RFC 6901 writes it.
  public var description: String { text.string }
}
