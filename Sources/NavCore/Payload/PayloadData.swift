import JSON

/// Reads the data object of a payload: class names, methods, property objects, links and fields.
struct PayloadData {
  /// Names of the dialect's own that never become fields, beside the keys of the push systems.
  var own: PayloadNameSet = []
  /// Whether names with `::` are of the dialect's own.
  var ownsNamespaces = false
  /// Names that did something else already.
  var used: PayloadNameSet = []
  /// Where the object stands in the payload.
  var place: PayloadPlace = ""
  /// Whether property objects are unwrapped also where no class name is.
  var unwraps = false

  /// What APNs, FCM and JPush keep for themselves wherever they are.
  private static let ofSystems: PayloadNameSet = [
    .aps, .dialect, .gcmOther, .gcm_title, .gcm_body, .gcm_image, .gcm_link, .gcm_link_android,
    .gcm_tag, .gcmOld_title, .gcmOld_body, .gcmOld_image, .gcmOld_link, .gcmOld_link_android,
    .gcmOld_tag, .gcm_message_id, .google_message_id, .google_ttl, .google_sent_time, .j_other,
    .j_msgid,
  ]

  /// Whether APNs, FCM or JPush keep a name for themselves.
  static func isOfSystem(_ name: borrowing Name) -> Bool { ofSystems.contains(PayloadName(name)) }

  /// Reads an object.
  func read(
    _ json: borrowing Document, _ node: Node?, into draft: inout PayloadDraft
  ) throws(Refusal) {
    guard let node = json.object(node) else { return }
    try read(json, PayloadMembers(json, node), into: &draft)
  }

  /// Reads an object whose members are known.
  func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, into draft: inout PayloadDraft
  ) throws(Refusal) {
    if !place.isPayload, !draft.form.hasData {
      if draft.isOutermost {
        draft.form.dataNode = members.node
      } else {
        draft.form.data = draft.keep { json.write(members.node, into: &$0) }
      }
    }
    var left = own.union(PayloadData.ofSystems)
    if !draft.form.screen.isPresent { try readScreen(json, members, &left, &draft) }
    if unwraps || draft.form.screen.isPresent {
      try readProperties(json, members, &left, &draft)
      try readCalls(json, members, &left, &draft)
    }
    var used = used
    if !draft.form.dialect.isTapped { readText(json, members, &used, &draft) }
    if !draft.form.screen.isPresent { readLink(json, members, &used, &draft) }
    try readFields(json, members, left, used, &draft)
  }

  /// Reads an object, or the JSON text of one; false where the value is neither.
  func read(
    objectOrText value: Node?, of json: borrowing Document, into draft: inout PayloadDraft
  ) throws(Refusal) -> Bool {
    guard let value else { return false }
    guard json.kind(value) != .object else {
      try read(json, value, into: &draft)
      return true
    }
    let found = try draft.inside(json, value, at: place) { inner, draft throws(Refusal) in
      guard let object = inner.object(inner.root) else { return false }
      try read(inner, object, into: &draft)
      return true
    }
    return found == true
  }

  private func readScreen(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ left: inout PayloadNameSet,
    _ draft: inout PayloadDraft
  ) throws(Refusal) {
    let long = json.string(members[.className])
    let short = json.string(members[.class])
    if let long, let short, !json.isSameText(long, short) {
      throw Refusal(
        .dialect_conflict,
        "'className' is \(quoted(json.text(long) ?? "")) and 'class' is "
          + "\(quoted(json.text(short) ?? "")): give one of the two",
        at: place.below("class", in: draft))
    }
    if long != nil { left.insert(.className) }
    if short != nil { left.insert(.class) }
    if let name = long ?? short {
      draft.form.screen = draft.keep(json, name)
    } else if let name = json.string(members[.screen]) {
      left.insert(.screen)
      draft.form.screen = draft.keep(json, name)
    }
  }

  private func readCalls(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ left: inout PayloadNameSet,
    _ draft: inout PayloadDraft
  ) throws(Refusal) {
    if let method = members[.method] {
      left.insert(.method)
      draft.calls(json, method)
    }
    if let calls = members[.calls] {
      left.insert(.calls)
      draft.calls(json, calls)
    }
    guard draft.form.calls <= PayloadReader.maximumFields else {
      throw tooMany("methods", draft)
    }
  }

  private func readFields(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ left: PayloadNameSet,
    _ used: PayloadNameSet, _ draft: inout PayloadDraft
  ) throws(Refusal) {
    let before = draft.form.fields > 0 ? draft.out.count : 0
    members.forEach(json) { name, value, known in
      guard known == .unknown || !left.contains(known),
        draft.form.fields <= PayloadReader.maximumFields,
        before == 0 || !draft.hasField(name, before: before),
        !ownsNamespaces || !GotifyForm.isNamespaced(name)
      else { return }
      draft.field(name, json, value, isUsed: used.contains(known))
    }
    guard draft.form.fields <= PayloadReader.maximumFields else { throw tooMany("fields", draft) }
  }

  /// Finds what people read, where the system itself had nothing for them.
  private func readText(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ used: inout PayloadNameSet,
    _ draft: inout PayloadDraft
  ) {
    guard !draft.form.title.isPresent, !draft.form.body.isPresent else { return }
    if let title = json.string(members[.title]) {
      draft.form.title = draft.keep(json, title)
      used.insert(.title)
    }
    let name: PayloadName = members.has(.body) ? .body : .message
    if let body = json.string(members[name]) {
      draft.form.body = draft.keep(json, body)
      used.insert(name)
    }
  }

  /// Finds a link under the names that senders use for one, in their fixed order.
  private func readLink(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ used: inout PayloadNameSet,
    _ draft: inout PayloadDraft
  ) {
    guard !draft.form.link.isPresent else { return }
    func take(
      _ json: borrowing Document, _ link: Node?, _ name: PayloadName, _ literal: StaticString,
      _ draft: inout PayloadDraft
    ) -> Bool {
      guard draft.link(json, link, at: place, literal) else { return false }
      used.insert(name)
      return true
    }
    _ =
      take(json, members[.url], .url, "url", &draft)
      || take(json, members[.link], .link, "link", &draft)
      || take(json, members[.deeplink], .deeplink, "deeplink", &draft)
      || take(json, members[.deep_link], .deep_link, "deep_link", &draft)
      || take(json, members[.uri], .uri, "uri", &draft)
  }

  /// The refusal of more than a payload may carry.
  func tooMany(_ what: String, _ draft: borrowing PayloadDraft) -> Refusal {
    Refusal(
      .too_large, "the payload has more than \(PayloadReader.maximumFields) \(what); send fewer",
      at: place.below(in: draft))
  }
}
