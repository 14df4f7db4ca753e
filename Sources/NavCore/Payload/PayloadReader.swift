public import JSON

/// Reads payloads of any dialect into the normal form.
///
/// One that is kept for the next payload keeps its memory too, and that of the normal form where nobody
/// else holds it by then: such a payload allocates nothing.
public struct PayloadReader: ~Copyable {
  private var draft = PayloadDraft()

  /// Makes a reader.
  public init() {}

  /// The most fields that one payload may carry.
  public static let maximumFields = 256

  /// Reads a payload; without a dialect, the first of a fixed order whose markers it has claims it.
  ///
  /// A payload without any marker is `generic`, with its members as fields, so that a manifest's rule
  /// can still match; where none does, ``Delivery/isEmptyHanded`` tells whether ``unrecognized(at:)`` is
  /// the answer. Refuses with `payload_unrecognized`, `dialect_conflict`, `param_invalid` or
  /// `too_large`; places are JSON Pointers into the payload.
  public mutating func read(
    _ document: borrowing Document, _ root: Node, dialect: Dialect? = nil
  ) throws(Refusal) -> Delivery {
    draft.begin()
    defer { draft.trim() }
    try draft.read(document, root, dialect: dialect)
    return draft.finish()
  }

  /// Finds the dialect that claims a payload, and reads nothing; the first step of reading.
  public mutating func dialect(of document: borrowing Document, _ root: Node) -> Dialect {
    draft.begin()
    return PayloadMarkers.claim(document, PayloadMembers(document, root), &draft)
  }

  /// Reads one payload, as ``read(_:_:dialect:)-(Document,_,_)`` of a new reader does.
  public static func read(
    _ document: borrowing Document, _ root: Node, dialect: Dialect? = nil
  ) throws(Refusal) -> Delivery {
    var reader = PayloadReader()
    return try reader.read(document, root, dialect: dialect)
  }

  /// What to answer where a payload has nothing usable and no rule matches it.
  public static func unrecognized(at place: Text = "") -> Refusal {
    Refusal(
      .payload_unrecognized,
      "the payload has no marker of a known dialect and no screen, link, title or body: give it a "
        + "'screen', 'className' or 'url', or declare a rule for it (navctl payloads lists the shapes)",
      at: place)
  }
}

extension PayloadDraft {
  /// Reads a payload, or one that stands in another.
  mutating func read(
    _ json: borrowing Document, _ root: Node, dialect: Dialect?
  ) throws(Refusal) {
    guard json.kind(root) == .object else {
      throw Refusal(
        .payload_unrecognized,
        "the payload is no JSON object: a payload is an object, a link a string")
    }
    let members = PayloadMembers(json, root)
    guard members.count > 0 else { throw PayloadReader.unrecognized() }
    if let dialect {
      form = Delivery.Outline(dialect)
    } else {
      form = Delivery.Outline(.generic)
      let dialect = PayloadMarkers.claim(json, members, &self)
      (form.dialect, form.tapped) = (dialect, dialect.isTapped)
    }
    try form.dialect.read(json, members, into: &self)
  }
}
