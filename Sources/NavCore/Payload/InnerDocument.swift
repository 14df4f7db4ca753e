import JSON

/// A document that a payload carries as text; it keeps its memory for the next one.
final class InnerDocument {
  /// The document.
  var json = Document()
  /// Which string of the document around it it is; nil where that is not known.
  private var text: Node?
  /// What text was decoded from base64 to.
  private(set) var decoded = Bytes()
  /// The document that a string of this one is.
  private var inner: InnerDocument?
  /// Whether it has read a text that was so long that its memory is not worth keeping.
  private var wasLong = false

  /// The longest text whose memory is kept.
  private static let longest = 8192

  /// Whether it, or one inside, holds more memory than is worth keeping.
  var isLarge: Bool { wasLong || inner?.isLarge == true }

  /// The document that a string of this one is.
  var next: InnerDocument {
    if let inner { return inner }
    let next = InnerDocument()
    inner = next
    return next
  }

  /// Whether it holds an object.
  var isObject: Bool { json.kind(json.root) == .object }

  /// Forgets what text it is.
  func forget() {
    text = nil
    inner?.text = nil
  }

  /// Reads the text that a string is, unless it holds that already; false where it does not begin like JSON.
  func read(_ node: Node, of outer: borrowing Document) throws(JSONError) -> Bool {
    if text == node { return true }
    forget()
    let found = try outer.withText(node) { text throws(JSONError) in
      guard text.beginsLikeJSON else { return false }
      if text.count > InnerDocument.longest { wasLong = true }
      try json.parse(text)
      return true
    }
    guard found == true else { return false }
    text = node
    return true
  }

  /// Reads what a string is base64 of: ``json`` holds it where it is JSON, ``decoded`` in any case.
  ///
  /// - Returns: Whether it is base64.
  func decode(_ node: Node, of outer: borrowing Document) -> Bool {
    forget()
    decoded.removeAll()
    guard outer.withText(node, { Base64.decode($0, into: &decoded) }) == true else { return false }
    if decoded.count > InnerDocument.longest { wasLong = true }
    let isLikely = decoded.withSpan { $0.beginsLikeJSON }
    do throws(JSONError) {
      try json.parse(decoded, 0..<(isLikely ? decoded.count : 0))
    } catch {
      return true  // The document is null then.
    }
    return true
  }
}

extension Span<UInt8> {
  /// Whether it begins like an object or array.
  fileprivate var beginsLikeJSON: Bool {
    for index in indices where self[index] > 0x20 {
      return self[index] == UInt8(ascii: "{") || self[index] == UInt8(ascii: "[")
    }
    return false
  }
}
