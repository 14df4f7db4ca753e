import JSON

/// UnifiedPush: decrypted bytes in base64, which are looked into again.
enum UnifiedPushForm: PayloadForm {
  /// How many messages may stand inside each other.
  private static let maximumDepth = 4

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    let isUsual = json.string(members[.body_b64]) != nil
    let place: StaticString = isUsual ? "/body_b64" : "/message"
    guard let encoded = json.string(members[isUsual ? .body_b64 : .message]) else {
      throw Refusal(
        .payload_unrecognized, "a UnifiedPush message carries its bytes as base64 in 'body_b64'",
        at: "/body_b64")
    }
    guard let inner = draft.decode(json, encoded) else {
      throw Refusal(
        .payload_unrecognized, "the bytes here are not valid base64", at: Text(place))
    }
    guard draft.depth < maximumDepth else {
      throw Refusal(
        .payload_unrecognized, "messages stand inside each other more than \(maximumDepth) deep",
        at: Text(place))
    }
    let identifier = members[.id]
    if inner.isObject {
      try read(inner, at: place, into: &draft)
    } else {
      guard inner.decoded.withSpan({ $0.isUTF8 }) else {
        throw Refusal(
          .payload_unrecognized, "the bytes here are neither JSON nor text: decrypt them first",
          at: Text(place))
      }
      draft.form.body = inner.decoded.withSpan { draft.keep($0) }
    }
    if let identifier = json.identifier(identifier) {
      draft.form.messageID = draft.keep(identifier: identifier, of: json)
    }
  }

  /// Reads the payload inside; places of refusals are below the bytes that carried it.
  private static func read(
    _ inner: InnerDocument, at place: StaticString, into draft: inout PayloadDraft
  ) throws(Refusal) {
    let outer = draft.form
    do throws(Refusal) {
      try draft.within(inner) { json, draft throws(Refusal) in
        draft.depth += 1
        defer { draft.depth -= 1 }
        try draft.read(json, json.root, dialect: nil)
        guard !draft.form.hasData else { return }
        draft.form.data = draft.keep { json.write(json.root, into: &$0) }
      }
    } catch {
      var refusal = error
      refusal.at = Text(Text(place).bytes + error.at.bytes)
      throw refusal
    }
    if draft.form.dialect.isTapped { draft.form.tapped = false }
    draft.form.dialect = outer.dialect
    draft.form.marker = outer.marker
    if draft.form.linkAt.isPresent {
      draft.form.linkAt = draft.keep(place, before: draft.form.linkAt)
    }
  }
}

extension Span<UInt8> {
  fileprivate var isUTF8: Bool {
    var isASCII = true
    for index in indices where self[index] >= 0x80 {
      isASCII = false
      break
    }
    return isASCII || String(validating: Text(copying: self).bytes, as: UTF8.self) != nil
  }
}
