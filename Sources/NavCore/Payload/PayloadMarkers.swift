import JSON

/// The fixed order in which dialects claim a payload, the most specific marker first.
enum PayloadMarkers {
  /// A dialect, and the JSON Pointer of what decided for it.
  struct Claim {
    var dialect: Dialect
    var marker: Text

    init(_ dialect: Dialect, _ marker: Text) { (self.dialect, self.marker) = (dialect, marker) }
  }

  /// The first dialect that claims the object.
  static func claim(_ json: borrowing Document, _ root: Node) -> Claim {
    let names = PayloadNames(json, root)
    return explicit(json, root, names) ?? vendor(json, root, names) ?? system(json, root, names)
      ?? own(json, root, names) ?? plain(json, root, names) ?? Claim(.generic, "")
  }

  /// `{"dialect":"…"}`, where it is the name of one.
  private static func explicit(
    _ json: borrowing Document, _ root: Node, _ names: PayloadNames
  ) -> Claim? {
    guard names.contains(.dialect), let name = json.string(root, "dialect") else { return nil }
    if name == "raw" { return Claim(.unifiedpush, "/dialect") }
    guard let dialect = Dialect(rawValue: name.string) else { return nil }
    return Claim(dialect, "/dialect")
  }

  /// What travels inside of, or beside, the systems of platforms.
  private static func vendor(
    _ json: borrowing Document, _ root: Node, _ names: PayloadNames
  ) -> Claim? {
    if names.contains(.web_push), let mark = json.field(root, "web_push"),
      json.integer(mark) == 8030
    {
      return Claim(.declarative, "/web_push")
    }
    if names.contains([.default_action_url, .title]) {
      return Claim(.declarative, "/default_action_url")
    }
    if names.contains(.os_data), json.object(root, "os_data") != nil {
      return Claim(.onesignal, "/os_data")
    }
    if names.contains(.custom), OneSignalForm.isCustom(json, json.field(root, "custom")) {
      return Claim(.onesignal, "/custom")
    }
    if names.contains(.topic), json.string(root, "topic") != nil {
      if names.contains(.event), json.string(root, "event") != nil { return Claim(.ntfy, "/event") }
      if names.contains(.click), json.string(root, "click") != nil { return Claim(.ntfy, "/click") }
      if names.contains(.actions), json.array(root, "actions") != nil {
        return Claim(.ntfy, "/actions")
      }
      if names.contains(.message), json.string(root, "message") != nil {
        return Claim(.ntfy, "/topic")
      }
    }
    if names.contains(.extras), let extras = json.object(root, "extras"),
      GotifyForm.hasNamespace(json, extras)
    {
      return Claim(.gotify, "/extras")
    }
    if names.contains([.appid, .message]), json.string(root, "message") != nil {
      return Claim(.gotify, "/appid")
    }
    return nil
  }

  /// The push systems of platforms.
  private static func system(
    _ json: borrowing Document, _ root: Node, _ names: PayloadNames
  ) -> Claim? {
    if names.contains(.message), let message = json.object(root, "message"),
      FCMForm.isMessage(json, message)
    {
      return Claim(.fcm, "/message")
    }
    if names.contains(.fcm) { return Claim(.fcm_device, FCMDeviceForm.marker(json, root)) }
    if names.contains(.audience) || names.contains(.platform),
      JPushForm.isRequest(json, root)
    {
      return Claim(.jpush, names.contains(.audience) ? "/audience" : "/platform")
    }
    if names.contains(.jpush) { return Claim(.jpush, JPushForm.marker(json, root)) }
    if names.contains(.aps), json.object(root, "aps") != nil { return Claim(.apns, "/aps") }
    if names.contains(.to), ExpoForm.isAddress(json, json.field(root, "to")) {
      return Claim(.expo, "/to")
    }
    if names.contains(.notification) || names.contains(.request),
      let content = ExpoForm.content(json, root)
    {
      return Claim(.expo, content.marker)
    }
    if names.contains(.body_b64), json.string(root, "body_b64") != nil {
      return Claim(.unifiedpush, "/body_b64")
    }
    if names.contains(.desktop_entry), json.string(root, "desktop_entry") != nil {
      return Claim(.freedesktop, "/desktop_entry")
    }
    if names.contains(.desktop_entry), json.string(root, "desktop-entry") != nil {
      return Claim(.freedesktop, "/desktop-entry")
    }
    if names.contains([.app_name, .summary]) { return Claim(.freedesktop, "/app_name") }
    if names.contains(.activation_token), json.string(root, "activation_token") != nil {
      return Claim(.freedesktop, "/activation_token")
    }
    if names.contains([.defaultAction, .title]) { return Claim(.freedesktop, "/default-action") }
    return nil
  }

  /// navd's own form, magic links and the article forms.
  private static func own(
    _ json: borrowing Document, _ root: Node, _ names: PayloadNames
  ) -> Claim? {
    if names.contains(.paramMap),
      json.object(root, "paramMap") != nil || json.string(root, "paramMap") != nil
    {
      return Claim(.magiclink, "/paramMap")
    }
    if names.contains(.className), json.string(root, "className") != nil {
      return Claim(.article, "/className")
    }
    if names.contains(.class), json.string(root, "class") != nil {
      return Claim(.article, "/class")
    }
    if names.contains(.navigationKey), json.string(root, "navigationKey") != nil {
      return Claim(.article, "/navigationKey")
    }
    if names.contains(.ntfType) { return Claim(.apns, "/ntfType") }
    if names.contains(.screen), json.string(root, "screen") != nil {
      return Claim(.navd, "/screen")
    }
    return nil
  }

  /// Shapes that have no mark of their own but the company of their names.
  private static func plain(
    _ json: borrowing Document, _ root: Node, _ names: PayloadNames
  ) -> Claim? {
    if names.contains(.message), json.string(root, "message") != nil {
      if names.contains(.clickAction) { return Claim(.homeassistant, "/clickAction") }
      if names.contains(.data), json.object(root, "data") != nil {
        return Claim(.homeassistant, "/data")
      }
    }
    if names.contains(.notification), let notification = json.object(root, "notification"),
      WebPushForm.isNotification(json, notification)
    {
      return Claim(.webpush, "/notification")
    }
    if names.contains(.title), names.contains(.actions) || names.contains(.pageHint),
      names.contains(.data) || names.contains(.body)
    {
      return Claim(.webpush, names.contains(.actions) ? "/actions" : "/title")
    }
    return nil
  }
}
