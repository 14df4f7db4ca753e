import JSON

/// The article forms 1 to 4: a class name, its properties beside it or in an object, and methods.
enum ArticleForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    draft.form.title = draft.keep(json, members[.title])
    let body = json.string(members[.body]) ?? members[.content]
    draft.form.body = draft.keep(json, body)
    try PayloadData(unwraps: true).read(json, members, into: &draft)
  }
}
