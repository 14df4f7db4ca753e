import JSON

/// A payload of no system that navd knows: a link under a usual name, or nothing but fields for rules.
enum GenericForm: PayloadForm {
  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    var used: PayloadNameSet = []
    if let title = json.string(members[.title]) {
      draft.form.title = draft.keep(json, title)
      used.insert(.title)
    }
    if let body = body(json, members) {
      draft.form.body = draft.keep(json, members[body])
      used.insert(body)
    }
    if let image = json.string(members[.image]) {
      draft.form.image = draft.keep(json, image)
      used.insert(.image)
    }
    try PayloadData(used: used).read(json, members, into: &draft)
    try readNested(json, members, into: &draft)
  }

  private static func body(
    _ json: borrowing Document, _ members: borrowing PayloadMembers
  ) -> PayloadName? {
    if json.string(members[.body]) != nil { return .body }
    if json.string(members[.message]) != nil { return .message }
    if json.string(members[.content]) != nil { return .content }
    if json.string(members[.text]) != nil { return .text }
    return json.string(members[.alert]) != nil ? .alert : nil
  }

  /// Looks one level down, where the top names nothing to open: into `data`, or its JSON text, or the
  /// JSON text of any other member.
  ///
  /// The first that names a screen or a link is the data object; `data` is it anyway.
  static func readNested(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    guard !draft.form.opens else { return }
    let data = members[.data]
    if let data {
      let reader = PayloadData(place: "/data")
      if json.kind(data) == .object {
        try reader.read(json, data, into: &draft)
        draft.use(data, of: json)
      } else if try draft.inside(
        json, data,
        { inner, draft throws(Refusal) in try reader.read(inner, inner.root, into: &draft) }) != nil
      {
        draft.use(data, of: json)
      }
      if draft.form.opens { return }
    }
    var tried = 0
    try json.members(members.node) { (name, value) throws(Refusal) in
      guard tried < 4, !draft.form.opens, value != data, json.kind(value) == .string,
        json.beginsLikeObject(value)
      else { return }
      tried += 1
      try readText(json, value, into: &draft)
    }
  }

  /// Looks into JSON text; what it has is forgotten where it names nothing to open.
  private static func readText(
    _ json: borrowing Document, _ value: Node, into draft: inout PayloadDraft
  ) throws(Refusal) {
    let form = draft.form
    let end = draft.out.count
    let place = PayloadPlace(named: draft.keep(pointerTo: value, in: json))
    _ = try draft.inside(json, value) { inner, draft throws(Refusal) in
      try PayloadData(place: place).read(inner, inner.root, into: &draft)
    }
    if draft.form.opens {
      draft.use(value, of: json)
    } else {
      draft.form = form
      draft.out.truncate(to: end)
    }
  }
}

extension Delivery.Outline {
  /// Whether it names a screen or a link.
  fileprivate var opens: Bool { screen.isPresent || link.isPresent }
}
