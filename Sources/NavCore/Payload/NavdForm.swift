import JSON

/// navd's own form: `{"screen":…,"params":{…},"calls":[…]}`, with what people read beside it.
enum NavdForm: PayloadForm {
  private static let own: PayloadNameSet = [.title, .body, .image, .buttons]

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    guard json.string(members[.screen]) != nil || json.string(members[.link]) != nil else {
      throw Refusal(
        .payload_unrecognized, "a payload of dialect 'navd' names a 'screen' or a 'link'",
        at: "/screen")
    }
    draft.form.title = draft.keep(json, members[.title])
    draft.form.body = draft.keep(json, members[.body])
    draft.form.image = draft.keep(json, members[.image])
    PayloadButtons.read(json, members[.buttons], .navd, into: &draft)
    try PayloadData(own: own, unwraps: true).read(json, members, into: &draft)
  }
}
