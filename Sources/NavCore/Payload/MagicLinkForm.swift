import JSON

/// A magic link's callback: `{"dialect":"magiclink","params":{…}}`, or the library's `paramMap` and `uri`.
///
/// Every param is text from a URL, so an object among them is JSON text.
enum MagicLinkForm: PayloadForm {
  private static let own: PayloadNameSet = [.uri, .ofMagicLink]

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    draft.link(json, members[.uri], at: "/uri")
    if let map = members[.paramMap] {
      try read(json, map, at: "/paramMap", into: &draft)
    } else if let params = members[.params] {
      try read(json, params, at: "/params", into: &draft)
    } else {
      try PayloadData(own: own, unwraps: true).read(json, members, into: &draft)
    }
  }

  private static func read(
    _ json: borrowing Document, _ params: Node, at place: PayloadPlace,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    let data = PayloadData(place: place, unwraps: true)
    guard try data.read(objectOrText: params, of: json, into: &draft) else {
      throw Refusal(
        .payload_unrecognized, "the params of a magic link are an object, or its JSON text",
        at: place.below(in: draft))
    }
  }
}
