internal import JSON

/// Names for the history of a store.
enum Epoch {
  /// The id of the epoch's row in `meta`.
  static let row: Int64 = 0

  /// A new name: 8 characters of `a-z0-9`, 41 bits from the system's generator.
  static func fresh() -> Text {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    return Text((0..<8).map { _ in alphabet[Int.random(in: alphabet.indices)] })
  }

  /// Whether a stored body is such a name.
  static func isValid(_ body: [UInt8]) -> Bool {
    (4...16).contains(body.count)
      && body.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
  }
}
