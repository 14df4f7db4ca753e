public import JSON

/// Reads a payload of any dialect into the normal form.
public enum PayloadReader {
  /// The most fields that one payload may carry.
  public static let maximumFields = 256

  /// Reads a payload; without a dialect, the first of a fixed order whose markers it has claims it.
  ///
  /// A payload without any marker is `generic`, with its members as fields, so that a manifest's rule
  /// can still match; where none does, ``Delivery/isEmptyHanded`` tells whether ``unrecognized(at:)`` is
  /// the answer. Refuses with `payload_unrecognized`, `dialect_conflict`, `param_invalid` or
  /// `too_large`; places are JSON Pointers into the payload.
  public static func read(
    _ document: borrowing Document, _ root: Node, dialect: Dialect? = nil
  ) throws(Refusal) -> Delivery {
    try read(document, root, dialect: dialect, depth: 0)
  }

  /// What to answer where a payload has nothing usable and no rule matches it.
  public static func unrecognized(at place: Text = "") -> Refusal {
    Refusal(
      .payload_unrecognized,
      "the payload has no marker of a known dialect and no screen, link, title or body: give it a "
        + "'screen', 'className' or 'url', or declare a rule for it (navctl payloads lists the shapes)",
      at: place)
  }

  /// Reads a payload that stood so many payloads deep in others.
  static func read(
    _ json: borrowing Document, _ root: Node, dialect: Dialect?, depth: Int
  ) throws(Refusal) -> Delivery {
    guard json.kind(root) == .object else {
      throw Refusal(
        .payload_unrecognized,
        "the payload is no JSON object: a payload is an object, a link a string")
    }
    guard json.count(root) > 0 else { throw unrecognized() }
    var delivery: Delivery
    if let dialect {
      delivery = Delivery(dialect: dialect, marker: "", tapped: dialect.isTapped)
    } else {
      let claim = PayloadMarkers.claim(json, root)
      delivery = Delivery(
        dialect: claim.dialect, marker: claim.marker, tapped: claim.dialect.isTapped)
    }
    if delivery.dialect == .unifiedpush {
      try UnifiedPushForm.read(json, root, into: &delivery, depth: depth)
    } else {
      try delivery.dialect.form.read(json, root, into: &delivery)
    }
    return delivery
  }
}

extension Delivery {
  /// Whether it has no screen, no link and nothing for people to read, so that only a rule can use it.
  public var isEmptyHanded: Bool {
    screen == nil && link == nil && title == nil && body == nil
  }
}
