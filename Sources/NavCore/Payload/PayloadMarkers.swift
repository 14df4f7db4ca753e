import JSON

/// The fixed order in which dialects claim a payload, the most specific marker first.
enum PayloadMarkers {
  /// The first dialect that claims the object; the JSON Pointer of what decided for it goes to the draft.
  static func claim(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ draft: inout PayloadDraft
  ) -> Dialect {
    marked(json, members, &draft) ?? own(json, members, &draft) ?? plain(json, members, &draft)
      ?? .generic
  }

  /// The dialects that need a name of ``PayloadName/isMark``.
  private static func marked(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ draft: inout PayloadDraft
  ) -> Dialect? {
    guard members.isMarked else { return nil }
    return explicit(json, members, &draft) ?? vendor(json, members, &draft)
      ?? system(json, members, &draft) ?? desktop(json, members, &draft)
  }

  private static func claim(
    _ dialect: Dialect, _ marker: StaticString, _ draft: inout PayloadDraft
  ) -> Dialect {
    draft.form.marker = PayloadPlace(marker)
    return dialect
  }

  /// A member that has a name of a system's own.
  private static func claim(
    _ dialect: Dialect, _ member: Node, _ json: borrowing Document, _ draft: inout PayloadDraft
  ) -> Dialect {
    draft.form.marker = PayloadPlace(named: draft.keep(pointerTo: member, in: json))
    return dialect
  }

  /// `{"dialect":"…"}`, where it is the name of one.
  private static func explicit(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ draft: inout PayloadDraft
  ) -> Dialect? {
    guard let name = members[.dialect] else { return nil }
    if json.isText(name, "raw") { return claim(.unifiedpush, "/dialect", &draft) }
    guard let text = json.text(name), let dialect = Dialect(rawValue: text.string) else {
      return nil
    }
    return claim(dialect, "/dialect", &draft)
  }

  /// What travels inside of, or beside, the systems of platforms.
  private static func vendor(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ draft: inout PayloadDraft
  ) -> Dialect? {
    if let mark = members[.web_push], json.integer(mark) == 8030 {
      return claim(.declarative, "/web_push", &draft)
    }
    if members.has(.default_action_url), members.has(.title) {
      return claim(.declarative, "/default_action_url", &draft)
    }
    if json.object(members[.os_data]) != nil { return claim(.onesignal, "/os_data", &draft) }
    if let custom = members[.custom], OneSignalForm.isCustom(json, custom, &draft) {
      return claim(.onesignal, "/custom", &draft)
    }
    if json.string(members[.topic]) != nil {
      if json.string(members[.event]) != nil { return claim(.ntfy, "/event", &draft) }
      if json.string(members[.click]) != nil { return claim(.ntfy, "/click", &draft) }
      if json.array(members[.actions]) != nil { return claim(.ntfy, "/actions", &draft) }
      if json.string(members[.message]) != nil { return claim(.ntfy, "/topic", &draft) }
    }
    if let extras = json.object(members[.extras]), GotifyForm.hasNamespace(json, extras) {
      return claim(.gotify, "/extras", &draft)
    }
    if members.has(.appid), json.string(members[.message]) != nil {
      return claim(.gotify, "/appid", &draft)
    }
    return nil
  }

  /// The push systems of platforms.
  private static func system(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ draft: inout PayloadDraft
  ) -> Dialect? {
    if let message = json.object(members[.message]), FCMForm.isMessage(json, message) {
      return claim(.fcm, "/message", &draft)
    }
    if let key = members.ofFCM { return claim(.fcm_device, key, json, &draft) }
    if members.has(.audience) || members.has(.platform), JPushForm.isRequest(json, members) {
      return claim(.jpush, members.has(.audience) ? "/audience" : "/platform", &draft)
    }
    if let key = members.ofJPush { return claim(.jpush, key, json, &draft) }
    if json.object(members[.aps]) != nil { return claim(.apns, "/aps", &draft) }
    if let to = members[.to], ExpoForm.isAddress(json, to) { return claim(.expo, "/to", &draft) }
    if let received = ExpoForm.received(json, members) {
      return claim(
        .expo, received.isNested ? "/notification/request/content" : "/request/content", &draft)
    }
    if json.string(members[.body_b64]) != nil { return claim(.unifiedpush, "/body_b64", &draft) }
    return nil
  }

  /// Notifications of a desktop.
  private static func desktop(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ draft: inout PayloadDraft
  ) -> Dialect? {
    if json.string(members[.desktop_entry]) != nil {
      return claim(.freedesktop, "/desktop_entry", &draft)
    }
    if json.string(members[.desktopEntryDashed]) != nil {
      return claim(.freedesktop, "/desktop-entry", &draft)
    }
    if members.has(.app_name), members.has(.summary) {
      return claim(.freedesktop, "/app_name", &draft)
    }
    if json.string(members[.activation_token]) != nil {
      return claim(.freedesktop, "/activation_token", &draft)
    }
    if members.has(.default_action), members.has(.title) {
      return claim(.freedesktop, "/default-action", &draft)
    }
    return nil
  }

  /// navd's own form, magic links and the article forms.
  private static func own(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ draft: inout PayloadDraft
  ) -> Dialect? {
    if json.object(members[.paramMap]) != nil || json.string(members[.paramMap]) != nil {
      return claim(.magiclink, "/paramMap", &draft)
    }
    if json.string(members[.className]) != nil { return claim(.article, "/className", &draft) }
    if json.string(members[.class]) != nil { return claim(.article, "/class", &draft) }
    if json.string(members[.navigationKey]) != nil {
      return claim(.article, "/navigationKey", &draft)
    }
    if members.has(.ntfType) { return claim(.apns, "/ntfType", &draft) }
    if json.string(members[.screen]) != nil { return claim(.navd, "/screen", &draft) }
    return nil
  }

  /// Shapes that have no mark of their own but the company of their names.
  private static func plain(
    _ json: borrowing Document, _ members: borrowing PayloadMembers, _ draft: inout PayloadDraft
  ) -> Dialect? {
    if json.string(members[.message]) != nil {
      if members.has(.clickAction) { return claim(.homeassistant, "/clickAction", &draft) }
      if json.object(members[.data]) != nil { return claim(.homeassistant, "/data", &draft) }
    }
    if let notification = json.object(members[.notification]),
      WebPushForm.isNotification(json, notification)
    {
      return claim(.webpush, "/notification", &draft)
    }
    if members.has(.title), members.has(.actions) || members.hasPageHint,
      members.has(.data) || members.has(.body)
    {
      return claim(.webpush, members.has(.actions) ? "/actions" : "/title", &draft)
    }
    return nil
  }
}
