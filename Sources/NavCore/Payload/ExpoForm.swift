import JSON

/// Expo: the message as it is sent, and the notification or response as an app gets it.
enum ExpoForm: PayloadForm {
  /// A notification as an app gets it.
  struct Received {
    var request: Node
    var content: Node
    /// Whether it stands under `notification`.
    var isNested: Bool
  }

  /// Whether `to` is a push token, or an array that begins with one.
  static func isAddress(_ json: borrowing Document, _ to: Node) -> Bool {
    let token = json.kind(to) == .array ? json.element(to, 0) : to
    guard let token else { return false }
    return json.begins(token, "ExponentPushToken[") || json.begins(token, "ExpoPushToken[")
  }

  /// Finds the content of a received one.
  static func received(
    _ json: borrowing Document, _ members: borrowing PayloadMembers
  ) -> Received? {
    if let request = json.object(members[.request]),
      let content = json.object(request, "content")
    {
      return Received(request: request, content: content, isNested: false)
    }
    guard let notification = json.object(members[.notification]),
      let request = json.object(notification, "request"),
      let content = json.object(request, "content")
    else { return nil }
    return Received(request: request, content: content, isNested: true)
  }

  static func read(
    _ json: borrowing Document, _ members: borrowing PayloadMembers,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    guard let received = received(json, members) else {
      try read(json, shown: members, at: "/data", into: &draft)
      return
    }
    let place: PayloadPlace =
      received.isNested ? "/notification/request/content/data" : "/request/content/data"
    draft.form.messageID = draft.keep(
      identifier: json.field(received.request, "identifier"), of: json)
    APNsForm.readAction(json, members[.actionIdentifier], into: &draft)
    try read(json, shown: PayloadMembers(json, received.content), at: place, into: &draft)
  }

  private static func read(
    _ json: borrowing Document, shown: borrowing PayloadMembers, at place: PayloadPlace,
    into draft: inout PayloadDraft
  ) throws(Refusal) {
    draft.form.title = draft.keep(json, shown[.title])
    draft.form.body = draft.keep(json, shown[.body])
    draft.form.image = draft.keep(json, json.field(json.object(shown[.richContent]), "image"))
    draft.form.collapseKey = draft.keep(json, json.string(shown[.collapseId]) ?? shown[.tag])
    draft.form.timeToLive = json.milliseconds(shown[.ttl])
    if draft.form.timeToLive == nil, let expiry = json.milliseconds(shown[.expiration]), expiry > 0
    {
      draft.form.expiresAt = expiry
    }
    draft.form.isSilent =
      json.flag(shown[.contentAvailable]) && !draft.form.title.isPresent
      && !draft.form.body.isPresent
    _ = try PayloadData(place: place).read(objectOrText: shown[.data], of: json, into: &draft)
  }
}
